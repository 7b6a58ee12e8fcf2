package io.flashsale.gateway.revocation;

import static io.flashsale.commons.security.Tokens.EXPIRY_LEEWAY;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A token is refused everywhere once its session has ended, whatever caches remember of it. */
class LogOutTests extends GatewayTest {

    private static final Instant EXPIRY = Instant.now().plusSeconds(86_400);

    @Autowired
    private RevokedTokens ended = new RevokedTokens();

    private HttpResponse<String> orders(String token) {
        return client.get("/api/orders", token);
    }

    private HttpResponse<String> reserve(String token) {
        return client.post("/api/sales/7/reservations", token, "");
    }

    @Test
    void endsAllTokensOfAnAccountThatWereSignedBefore() {
        String before = SignedTokens.shopper(501, "a", 0);
        String after = SignedTokens.shopper(501, "b", 1);
        assertStatus(orders(before), 200);
        assertStatus(reserve(before), 200);
        ORDER.on(EndedSessionList.PATH, FakeService.ended(new Ended(1, 501, null, 1, EXPIRY)));
        await().until(() -> orders(before).statusCode() == 401);
        assertProblem(orders(before), 401, "unauthenticated");
        assertProblem(reserve(before), 401, "unauthenticated");
        assertStatus(orders(after), 200);
        assertStatus(reserve(after), 200);
    }

    @Test
    void goesOnWithWhatIsKnownWhileOrderServiceSaysNothing() {
        String ended = SignedTokens.shopper(504, "one", 0);
        ORDER.on(EndedSessionList.PATH, FakeService.ended(new Ended(2, 504, "one", null, EXPIRY)));
        await().until(() -> orders(ended).statusCode() == 401);
        ORDER.on(EndedSessionList.PATH, FakeService.json(503, "{}"));
        assertProblem(orders(ended), 401, "unauthenticated");
        assertStatus(orders(SignedTokens.shopper(505)), 200);
    }

    private static String[] ofOurPage(String token) {
        return new String[] {"Cookie", "__Host-session=" + token, "X-Flash-Sale-Page", "1"};
    }

    private HttpResponse<String> leave(String query, String token) {
        return send("DELETE", "/api/session" + query, null, ofOurPage(token));
    }

    private static void assertOrderServiceIsToldOnceOf(String token) {
        assertThat(ORDER.calls("/api/logout"))
                .extracting(call -> call.headers().getFirst("Authorization"))
                .containsExactly("Bearer " + token);
    }

    @Test
    void ofABrowserEndsItsTokenAtOnce() {
        String token = SignedTokens.shopper(506, "browser", 0);
        assertStatus(client.get("/api/session", null, "Cookie", "__Host-session=" + token), 200);

        assertStatus(leave("", token), 204);

        assertOrderServiceIsToldOnceOf(token);
        assertProblem(orders(token), 401, "unauthenticated");
    }

    /** An expired token is accepted for some seconds, as clocks differ; a revoked one is not. */
    @Test
    void ofABrowserEndsItsTokenForLongerThanItIsTaken() {
        String token = SignedTokens.shopper(513, "browser", 0);
        Instant takenUntil = Instant.now().plusSeconds(600).plus(EXPIRY_LEEWAY);
        assertStatus(orders(token), 200);

        leave("", token);
        ended.forgetExpired(takenUntil);

        assertProblem(orders(token), 401, "unauthenticated");
    }

    @Test
    void isWhatLoggingInAgainMeansForTheTokenBefore() {
        String before = SignedTokens.shopper(511, "browser", 0);
        String after = SignedTokens.shopper(512, "again", 0);
        ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + after + "\",\"expiresAt\":\"ignored\"}"));

        String credentials = "{\"username\":\"a\",\"password\":\"b\"}";
        assertStatus(client.post("/api/session", null, credentials, ofOurPage(before)), 200);

        assertProblem(orders(before), 401, "unauthenticated");
        assertStatus(orders(after), 200);
        assertOrderServiceIsToldOnceOf(before);
    }

    @Test
    void ofABrowserIsToldToOrderServiceWhenThatIsBack() {
        String token = SignedTokens.shopper(508, "browser", 0);
        ORDER.on("/api/logout", FakeService.json(503, "{}"));
        assertStatus(leave("", token), 204);
        assertProblem(orders(token), 401, "unauthenticated");

        // Nobody is told again after this, so nothing of it reaches the next test.
        CompletableFuture<String> told = new CompletableFuture<>();
        ORDER.on("/api/logout", exchange -> {
            told.complete(exchange.getRequestHeaders().getFirst("Authorization"));
            FakeService.json(204, "").give(exchange);
        });
        await().until(told::isDone);
        assertThat(told).isCompletedWithValue("Bearer " + token);
    }

    @Test
    void everywhereSaysThatNothingHasEndedWhileOrderServiceIsAway() {
        String token = SignedTokens.shopper(509, "browser", 0);
        ORDER.on("/api/logout/everywhere", FakeService.json(503, "{}"));

        HttpResponse<String> left = leave("?everywhere=true", token);

        assertProblem(left, 503, "service-unavailable");
        assertThat(left.headers().firstValue("Set-Cookie")).isEmpty();
        assertStatus(orders(token), 200); // so it can be tried again
    }
}
