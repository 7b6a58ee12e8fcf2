package io.flashsale.gateway.revocation;

import static io.flashsale.commons.security.Tokens.EXPIRY_LEEWAY;
import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A token is refused everywhere once its session has ended, whatever caches remember of it. */
class LogOutTests extends GatewayTest {

    private static final String ENDED = "/internal/sessions/ended";

    @Autowired
    private RevokedTokens ended = new RevokedTokens();

    private void orderServiceSays(String ended) {
        ORDER.on(
                ENDED,
                FakeService.json(200, "{\"asOf\":\"" + Instant.now() + "\",\"ended\":[" + ended + "],\"more\":false}"));
    }

    private static String all(long account, int version) {
        return "{\"id\":1,\"accountId\":" + account + ",\"belowVersion\":" + version + ",\"expiresAt\":\""
                + Instant.now().plusSeconds(600) + "\"}";
    }

    private static String one(long account, String tokenId) {
        return "{\"id\":2,\"accountId\":" + account + ",\"tokenId\":\"" + tokenId + "\",\"expiresAt\":\""
                + Instant.now().plusSeconds(600) + "\"}";
    }

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
        assertThat(orders(before).statusCode()).isEqualTo(200);
        assertThat(reserve(before).statusCode()).isEqualTo(200);
        orderServiceSays(all(501, 1));
        await().until(() -> orders(before).statusCode() == 401);
        assertProblem(orders(before), 401, "unauthenticated");
        assertProblem(reserve(before), 401, "unauthenticated");
        assertThat(orders(after).statusCode()).isEqualTo(200);
        assertThat(reserve(after).statusCode()).isEqualTo(200);
    }

    @Test
    void endsOneTokenAndNoOther() {
        String ended = SignedTokens.shopper(502, "one", 0);
        String other = SignedTokens.shopper(502, "another", 0);
        assertThat(orders(ended).statusCode()).isEqualTo(200);
        orderServiceSays(one(502, "one"));
        await().until(() -> orders(ended).statusCode() == 401);
        assertThat(orders(other).statusCode()).isEqualTo(200);
        assertThat(orders(SignedTokens.shopper(503)).statusCode()).isEqualTo(200);
    }

    @Test
    void goesOnWithWhatIsKnownWhileOrderServiceSaysNothing() {
        String ended = SignedTokens.shopper(504, "one", 0);
        orderServiceSays(one(504, "one"));
        await().until(() -> orders(ended).statusCode() == 401);
        ORDER.on(ENDED, FakeService.json(503, "{}"));
        assertProblem(orders(ended), 401, "unauthenticated");
        assertThat(orders(SignedTokens.shopper(505)).statusCode()).isEqualTo(200);
    }

    @Test
    void ofABrowserEndsItsTokenAtOnce() {
        String token = SignedTokens.shopper(506, "browser", 0);
        String[] ofOurPage = {"Cookie", "__Host-session=" + token, "X-Flash-Sale-Page", "1"};
        assertThat(client.get("/api/session", null, "Cookie", "__Host-session=" + token)
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> left = client.send("DELETE", "/api/session", null, BodyPublishers.noBody(), ofOurPage);
        assertThat(left.statusCode()).isEqualTo(204);
        assertThat(ORDER.calls())
                .filteredOn(call -> call.target().equals("/api/logout"))
                .singleElement()
                .satisfies(call ->
                        assertThat(call.headers().getFirst("Authorization")).isEqualTo("Bearer " + token));
        assertProblem(orders(token), 401, "unauthenticated");
    }

    /** An expired token is accepted for some seconds, as clocks differ; a revoked one is not. */
    @Test
    void ofABrowserEndsItsTokenForLongerThanItIsTaken() {
        String token = SignedTokens.shopper(513, "browser", 0);
        Instant takenUntil = Instant.now().plusSeconds(600).plus(EXPIRY_LEEWAY);
        assertThat(client.get("/api/session", null, "Cookie", "__Host-session=" + token)
                        .statusCode())
                .isEqualTo(200);
        client.send(
                "DELETE",
                "/api/session",
                null,
                BodyPublishers.noBody(),
                "Cookie",
                "__Host-session=" + token,
                "X-Flash-Sale-Page",
                "1");
        ended.forgetExpired(takenUntil);
        assertProblem(orders(token), 401, "unauthenticated");
    }

    @Test
    void isWhatLoggingInAgainMeansForTheTokenBefore() {
        String before = SignedTokens.shopper(511, "browser", 0);
        String after = SignedTokens.shopper(512, "again", 0);
        ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + after + "\",\"expiresAt\":\"ignored\"}"));
        String[] ofOurPage = {"Cookie", "__Host-session=" + before, "X-Flash-Sale-Page", "1"};
        assertThat(client.post("/api/session", null, "{\"username\":\"a\",\"password\":\"b\"}", ofOurPage)
                        .statusCode())
                .isEqualTo(200);
        assertProblem(orders(before), 401, "unauthenticated");
        assertThat(orders(after).statusCode()).isEqualTo(200);
        assertThat(ORDER.calls())
                .filteredOn(call -> call.target().equals("/api/logout"))
                .singleElement()
                .satisfies(call ->
                        assertThat(call.headers().getFirst("Authorization")).isEqualTo("Bearer " + before));
    }

    @Test
    void ofABrowserIsToldToOrderServiceWhenThatIsBack() {
        String token = SignedTokens.shopper(508, "browser", 0);
        ORDER.on("/api/logout", FakeService.json(503, "{}"));
        HttpResponse<String> left = client.send(
                "DELETE",
                "/api/session",
                null,
                BodyPublishers.noBody(),
                "Cookie",
                "__Host-session=" + token,
                "X-Flash-Sale-Page",
                "1");
        assertThat(left.statusCode()).isEqualTo(204);
        assertProblem(orders(token), 401, "unauthenticated");
        ORDER.calls().clear();
        ORDER.on("/api/logout", FakeService.json(204, ""));
        await().untilAsserted(() -> assertThat(ORDER.calls())
                .filteredOn(call -> call.target().equals("/api/logout"))
                .anySatisfy(call ->
                        assertThat(call.headers().getFirst("Authorization")).isEqualTo("Bearer " + token)));
    }

    @Test
    void everywhereSaysThatNothingHasEndedWhileOrderServiceIsAway() {
        String token = SignedTokens.shopper(509, "browser", 0);
        ORDER.on("/api/logout/everywhere", FakeService.json(503, "{}"));
        HttpResponse<String> left = client.send(
                "DELETE",
                "/api/session?everywhere=true",
                null,
                BodyPublishers.noBody(),
                "Cookie",
                "__Host-session=" + token,
                "X-Flash-Sale-Page",
                "1");
        assertProblem(left, 503, "service-unavailable");
        assertThat(left.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(orders(token).statusCode()).as("so it can be tried again").isEqualTo(200);
    }

    @Test
    void ofABrowserCanBeEverywhere() {
        String token = SignedTokens.shopper(507, "browser", 0);
        client.send(
                "DELETE",
                "/api/session?everywhere=true",
                null,
                BodyPublishers.noBody(),
                "Cookie",
                "__Host-session=" + token,
                "X-Flash-Sale-Page",
                "1");
        assertThat(ORDER.calls()).anyMatch(call -> call.target().equals("/api/logout/everywhere"));
    }
}
