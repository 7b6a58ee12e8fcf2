package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Reads the server's settings back by name, because the server silently ignores unknown names. */
@Tag("long")
class ConnectionSettingsTests extends GatewayTest {

    @Autowired
    private ServletWebServerApplicationContext context = new ServletWebServerApplicationContext();

    @Test
    void boundWhatTheKernelTakesOfAConnection() {
        TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
        BoundedHttpProtocol protocol =
                (BoundedHttpProtocol) server.getTomcat().getConnector().getProtocolHandler();
        assertThat(protocol.getProperty("socket.rxBufSize")).isEqualTo("65536");
        assertThat(protocol.getProperty("socket.appReadBufSize")).isEqualTo("4096");
        assertThat(protocol.getProperty("socket.appWriteBufSize")).isEqualTo("4096");
    }
}
