package io.flashsale.gateway.edge;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

class CorsTests extends GatewayTest {

    private static final String OURS = "https://shop.example";

    private HttpResponse<String> preflight(String origin) {
        String[] headers = {
            "Origin", origin,
            "Access-Control-Request-Method", "POST",
            "Access-Control-Request-Headers", "authorization,content-type"
        };
        return send("OPTIONS", "/api/sales/7/reservations", null, headers);
    }

    @Test
    void isClosedByDefault() {
        assertThat(preflight(OURS).headers().map()).doesNotContainKey("access-control-allow-origin");
        HttpResponse<String> answer = client.get("/api/sales", null, "Origin", OURS);
        assertStatus(answer, 200);
        assertThat(answer.headers().map()).doesNotContainKey("access-control-allow-origin");
    }

    @Nested
    @TestPropertySource(properties = "flashsale.gateway.cors.allowed-origins=" + OURS)
    class WithAnOrigin {

        @Test
        void isOpenToThatOrigin() {
            HttpResponse<String> answer = preflight(OURS);
            assertStatus(answer, 200);
            assertHeader(answer, "Access-Control-Allow-Origin", OURS);
            assertThat(header(answer, "Access-Control-Allow-Methods")).contains("POST");
            assertThat(answer.headers().firstValue("Access-Control-Allow-Credentials"))
                    .isEmpty();
            assertThat(STOCK.calls()).isEmpty();
        }

        @Test
        void letsThePageReadRefusalsToo() {
            HttpResponse<String> answer = client.post("/api/sales/7/reservations", null, "", "Origin", OURS);
            assertProblem(answer, 401, "unauthenticated");
            assertHeader(answer, "Access-Control-Allow-Origin", OURS);
        }

        @Test
        void isClosedToOthers() {
            HttpResponse<String> answer = preflight("https://evil.example");
            assertProblem(answer, 403, "forbidden");
            assertThat(answer.headers().map()).doesNotContainKey("access-control-allow-origin");
            assertProblem(client.get("/api/sales", null, "Origin", "https://evil.example"), 403, "forbidden");
            assertThat(STOCK.calls()).isEmpty();
        }
    }
}
