package io.flashsale.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every answer has the headers for browsers, even if a component refuses before all others have seen the request. */
class AnswerHeadersTests extends LimitedGatewayTest {

    private static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

    private static void assertGuarded(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(answer.headers().allValues("Referrer-Policy")).containsExactly("no-referrer");
        assertThat(answer.headers().allValues("Content-Security-Policy")).containsExactly(NOTHING);
    }

    @Test
    void areOnceOnWhatAServiceAnswersAndOnWhatIsRefused() {
        assertGuarded(client.get("/api/sales", null, from("10.1.0.1")), 200);
        assertGuarded(client.get("/api/orders", null, from("10.1.0.2")), 401);
        assertGuarded(client.get("/api/orders", SignedTokens.expired(), from("10.1.0.2")), 401);
        assertGuarded(client.post("/api/sales/7/reservations", null, "", from("10.1.0.2")), 401);
        assertGuarded(client.get("/api/admin/refunds", SignedTokens.shopper(5), from("10.1.0.2")), 403);
        assertGuarded(client.get("/nothing-here", null, from("10.1.0.2")), 404);
        assertGuarded(client.get("/api/sales", null, from("10.1.0.3", "Origin", "https://evil.example")), 403);
        assertGuarded(send("DELETE", "/api/session", null, from("10.1.0.4")), 403);
    }

    @Test
    void areOnWhatComesTooOften() {
        IntStream.range(0, 39).forEach(n -> client.get("/api/sales", null, from("10.1.0.5")));
        assertGuarded(client.get("/api/sales", null, from("10.1.0.5")), 429);
        IntStream.range(0, 7).forEach(n -> client.get("/api/orders", SignedTokens.shopper(6), from("10.1.0.6")));
        assertGuarded(client.get("/api/orders", SignedTokens.shopper(6), from("10.1.0.6")), 429);
    }

    @Test
    void areOnWhatTheFirewallAndTheServerRefuse() {
        for (String target : List.of("/api//sales", "/a{b")) {
            assertGuarded(rawGet(target, "X-Forwarded-For: 10.1.0.7"), 400);
        }
    }

    @Test
    void areOnWhatTheServerAnswersByItself() {
        assertGuarded(client.raw("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 200);
    }

    private static void assertGuarded(String answer, int status) {
        assertThat(answer)
                .startsWith("HTTP/1.1 " + status + " ")
                .containsOnlyOnce("X-Content-Type-Options: nosniff\r\n")
                .containsOnlyOnce("Referrer-Policy: no-referrer\r\n")
                .containsOnlyOnce("Content-Security-Policy: " + NOTHING + "\r\n");
    }
}
