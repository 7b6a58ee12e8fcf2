package io.flashsale.gateway.edge;

import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalManagementPort;

class ManagementTests extends GatewayTest {

    @LocalManagementPort
    private int managementPort;

    @Test
    void tellsThatItIsReadyWithoutRedis() {
        OutsideClient management = new OutsideClient(managementPort);
        assertStatus(management.get("/actuator/health/liveness", null), 200);
        await().until(() -> management.get("/actuator/health/readiness", null).statusCode() == 200);
        assertStatus(management.get("/actuator/health", null), 200);
    }

    @Test
    void tellsWhatItDidAndNothingElse() {
        client.get("/api/orders/1", SignedTokens.shopper(1));
        OutsideClient management = new OutsideClient(managementPort);
        assertThat(management.get("/actuator/prometheus", null).body())
                .contains("http_server_requests_seconds_count", "uri=\"/api/orders/**\"")
                .containsPattern("http_server_requests_seconds_bucket\\{.*uri=\"/api/orders/\\*\\*\",le=\"0.5\"}");
        assertStatus(management.get("/actuator/env", null), 404);
        assertStatus(management.get("/actuator/heapdump", null), 404);
    }
}
