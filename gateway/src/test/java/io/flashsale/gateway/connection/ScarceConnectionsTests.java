package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** Of 25 places 5 are reserved. Idle connections have the others. */
@Tag("long")
@TestPropertySource(properties = {"flashsale.gateway.connections.per-address=20", "server.tomcat.max-connections=25"})
class ScarceConnectionsTests extends GatewayTest {

    private Socket answered() throws IOException {
        Socket socket = connected("GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n");
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        try {
            while (socket.getInputStream().read() >= 0) {
                // what is left of the answer
            }
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        }
    }

    @Test
    void goToNewOnesAndTheLongestIdleOneIsClosed() throws IOException {
        Socket first = answered();
        for (int i = 1; i < 20; i++) {
            answered();
        }
        await().until(() -> {
            answered();
            return isClosed(first);
        });
    }
}
