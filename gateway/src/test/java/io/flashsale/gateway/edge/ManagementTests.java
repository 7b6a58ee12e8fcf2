package io.flashsale.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.OutsideClient;
import io.flashsale.gateway.support.SignedTokens;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalManagementPort;

class ManagementTests extends GatewayTest {

    @LocalManagementPort
    private int managementPort;

    @Test
    void tellsThatItIsReadyWithoutRedis() {
        OutsideClient management = new OutsideClient(managementPort);
        assertThat(management.get("/actuator/health/liveness", null).statusCode())
                .isEqualTo(200);
        await().until(() -> management.get("/actuator/health/readiness", null).statusCode() == 200);
        assertThat(management.get("/actuator/health", null).statusCode()).isEqualTo(200);
    }

    @Test
    void tellsWhatItDid() {
        client.get("/api/orders/1", SignedTokens.shopper(1));
        OutsideClient management = new OutsideClient(managementPort);
        assertThat(management.get("/actuator/prometheus", null).body())
                .contains("http_server_requests_seconds_count", "uri=\"/api/orders/**\"")
                .contains("flashsale_gateway_rate_limited_total", "flashsale_gateway_soldout_answers_total")
                .contains("flashsale_gateway_ticketless_answers_total")
                .contains("flashsale_gateway_breaker_open{");
    }

    @Test
    void tellsNothingElse() {
        OutsideClient management = new OutsideClient(managementPort);
        assertThat(management.get("/actuator/env", null).statusCode()).isEqualTo(404);
        assertThat(management.get("/actuator/heapdump", null).statusCode()).isEqualTo(404);
    }
}
