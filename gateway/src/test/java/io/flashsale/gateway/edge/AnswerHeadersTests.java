package io.flashsale.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpRequest.BodyPublishers;
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
    void areOnAnAnswerOfAServiceOnce() {
        assertGuarded(client.get("/api/sales", null, "X-Forwarded-For", "10.1.0.1"), 200);
    }

    @Test
    void areOnWhatTheTokenCheckRefuses() {
        assertGuarded(client.get("/api/orders", null, "X-Forwarded-For", "10.1.0.2"), 401);
        assertGuarded(client.get("/api/orders", SignedTokens.expired(), "X-Forwarded-For", "10.1.0.2"), 401);
        assertGuarded(client.post("/api/sales/7/reservations", null, "", "X-Forwarded-For", "10.1.0.2"), 401);
        assertGuarded(client.get("/api/admin/refunds", SignedTokens.shopper(5), "X-Forwarded-For", "10.1.0.2"), 403);
        assertGuarded(client.get("/nothing-here", null, "X-Forwarded-For", "10.1.0.2"), 404);
    }

    @Test
    void areOnWhatTheFilterOfForeignOriginsRefuses() {
        assertGuarded(
                client.get("/api/sales", null, "Origin", "https://evil.example", "X-Forwarded-For", "10.1.0.3"), 403);
    }

    @Test
    void areOnWhatTheSessionRefusesAForeignPage() {
        assertGuarded(
                client.send("DELETE", "/api/session", null, BodyPublishers.noBody(), "X-Forwarded-For", "10.1.0.4"),
                403);
    }

    @Test
    void areOnWhatComesTooOften() {
        List<HttpResponse<String>> byAddress = IntStream.range(0, 40)
                .mapToObj(n -> client.get("/api/sales", null, "X-Forwarded-For", "10.1.0.5"))
                .toList();
        assertGuarded(byAddress.getLast(), 429);
        List<HttpResponse<String>> byUser = IntStream.range(0, 8)
                .mapToObj(n -> client.get("/api/orders", SignedTokens.shopper(6), "X-Forwarded-For", "10.1.0.6"))
                .toList();
        assertGuarded(byUser.getLast(), 429);
    }

    @Test
    void areOnWhatTheFirewallAndTheServerRefuse() {
        for (String target : List.of("/api//sales", "/a{b")) {
            String answer = client.raw(
                    "GET " + target + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.1.0.7\r\nConnection: close\r\n\r\n");
            assertThat(answer)
                    .startsWith("HTTP/1.1 400 ")
                    .containsOnlyOnce("X-Content-Type-Options: nosniff\r\n")
                    .containsOnlyOnce("Referrer-Policy: no-referrer\r\n")
                    .containsOnlyOnce("Content-Security-Policy: " + NOTHING + "\r\n");
        }
    }

    @Test
    void leavePagesTheirOwn() {
        for (String path : List.of("/", "/assets/ui.js")) {
            HttpResponse<String> page = client.get(path, null, "X-Forwarded-For", "10.1.0.8");
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.headers().allValues("Content-Security-Policy"))
                    .as(path)
                    .singleElement()
                    .asString()
                    .contains("script-src 'self'");
            assertThat(page.headers().allValues("Referrer-Policy")).containsExactly("same-origin");
            assertThat(page.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        }
    }
}
