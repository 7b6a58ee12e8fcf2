package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.test.context.TestPropertySource;

/** How many connections of the gateway a greedy client can hold, and what each costs. */
@Tag("long")
@TestPropertySource(properties = "flashsale.gateway.connections.per-address=20")
class HeldConnectionsTests extends GatewayTest {

    @Autowired
    private ServletWebServerApplicationContext context;

    private boolean isAnswered(String request) {
        try {
            return connected(request).getInputStream().read() == 'H';
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void areSoManyForOneAddressAndAFurtherOneIsClosed() throws Exception {
        String request = "GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n";
        for (int i = 0; i < 20; i++) {
            assertThat(isAnswered(request)).isTrue();
        }
        assertThat(isAnswered(request)).isFalse();
        open.getFirst().close();
        await().until(() -> isAnswered(request));
    }

    /** Reads the server's settings back by name, because the server silently ignores unknown names. */
    @Test
    void holdNoMoreOfTheKernelThanIsSet() {
        TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
        BoundedHttpProtocol protocol =
                (BoundedHttpProtocol) server.getTomcat().getConnector().getProtocolHandler();
        assertThat(protocol.getProperty("socket.rxBufSize")).isEqualTo("65536");
        assertThat(protocol.getProperty("socket.appReadBufSize")).isEqualTo("4096");
        assertThat(protocol.getProperty("socket.appWriteBufSize")).isEqualTo("4096");
    }
}
