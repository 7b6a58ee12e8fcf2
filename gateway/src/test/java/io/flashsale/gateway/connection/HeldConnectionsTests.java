package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** How many connections of the gateway a greedy client can hold. */
@Tag("long")
@TestPropertySource(properties = "flashsale.gateway.connections.per-address=20")
class HeldConnectionsTests extends GatewayTest {

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
}
