package io.flashsale.system.input;

import static io.flashsale.system.harness.Shop.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Rejects invalid input through the gateway with problem details: a stable type, never a 500, and no change of
 * data.
 */
class BadInputIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private long sale;
    private User user;

    @BeforeEach
    void aSaleAndAShopper() {
        sale = shop.openSale(5);
        user = shop.users(1).getFirst();
    }

    @Test
    void shouldKnowNoSaleThatIsNotThere() {
        assertProblem(shop.reserve(987_654_321, user), 404, "sale-not-found");
        assertProblem(shop.sale(987_654_321), 404, "sale-not-found");
    }

    @Test
    void shouldCallMalformedIdsInvalid() {
        for (String id : List.of("abc", "1.5", "-", "99999999999999999999")) {
            assertProblem(shop.call("POST", "/api/sales/" + id + "/reservations", user, ""), 400, "invalid-request");
            assertProblem(shop.call("GET", "/api/sales/" + id, user, ""), 400, "invalid-request");
            assertProblem(shop.order(id, user), 400, "invalid-request");
            assertProblem(shop.pay(id, user), 400, "invalid-request");
            assertProblem(shop.cancel(id, user), 400, "invalid-request");
        }
    }

    @Test
    void shouldRefuseWhatIsTooLargeOrNotJson() {
        String huge = "{\"username\": \"" + "x".repeat(100_000) + "\", \"password\": \"password\"}";
        assertProblem(shop.call("POST", "/api/accounts", "", huge), 413, "payload-too-large");
        assertProblem(
                shop.send(shop.request("/api/accounts")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(huge)))
                        .build()),
                413,
                "payload-too-large");
        assertProblem(
                shop.send(shop.request("/api/login")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString("alice"))
                        .build()),
                415,
                "unsupported-media-type");
        assertProblem(shop.call("POST", "/api/login", "", "{\"username\": "), 400, "invalid-request");
        assertProblem(shop.call("POST", "/api/login", "", "[1]"), 400, "invalid-request");
    }

    @Test
    void shouldLetNobodyInWithoutAValidToken() throws Exception {
        List<String> bad = List.of(
                "",
                "rubbish",
                user.token() + "x",
                forged(user.token()),
                unsigned(),
                foreign(Instant.now().plusSeconds(600)),
                foreign(Instant.now().minusSeconds(600)));
        for (String token : bad) {
            assertProblem(shop.call("POST", "/api/sales/" + sale + "/reservations", token, ""), 401, "unauthenticated");
            assertProblem(shop.call("GET", "/api/orders", token, ""), 401, "unauthenticated");
            assertProblem(shop.call("POST", "/api/admin/sales", token, "{}"), 401, "unauthenticated");
        }
        assertThat(shop.sale(sale).body().path("remaining").asLong()).isEqualTo(5);
    }

    @Test
    void shouldKeepShoppersOutOfAdministrationAndEverybodyOutOfTheInside() {
        assertProblem(shop.call("POST", "/api/admin/sales", user, "{}"), 403, "forbidden");
        assertProblem(shop.call("PATCH", "/api/admin/sales/" + sale, user, "{}"), 403, "forbidden");
        assertProblem(shop.call("POST", "/api/admin/sales/" + sale + "/stock", user, "{\"add\": 1}"), 403, "forbidden");
        for (String path : List.of("/internal/stock/deductions", "/actuator/health", "/nowhere", "/api/nowhere")) {
            assertThat(shop.call("GET", path, shop.admin(), "").status())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    /** Ignores every field of a request that its call does not define. */
    @Test
    void shouldTakeNoPriceNoBuyerAndNoStateFromAnybody() {
        String more = "{\"userId\": \"1\", \"saleId\": \"1\", \"orderId\": \"1\", \"priceCents\": 1,"
                + " \"amountCents\": 1, \"discountCents\": 1998, \"status\": \"PAID\", \"quantity\": 5}";
        Answer reserved = shop.call("POST", "/api/sales/" + sale + "/reservations", user, more);
        String orderId = reserved.orderId();
        assertThat(orderId).as(reserved.text()).isNotEmpty();
        system.records.requireInvariants(sale, List.of(orderId));
        assertThat(system.records.available(sale)).isEqualTo(4);
        JsonNode order = shop.order(orderId, user).body();
        assertThat(order.path("status").asString()).isEqualTo("AWAITING_PAYMENT");
        assertThat(order.path("priceCents").asLong()).isEqualTo(1_999);
        assertThat(order.path("saleId").asString()).isEqualTo(Long.toString(sale));

        assertThat(shop.call("POST", "/api/orders/" + orderId + "/payment", user, more)
                        .status())
                .isEqualTo(200);
        JsonNode paid = shop.order(orderId, user).body();
        assertThat(paid.path("status").asString()).isEqualTo("PAID");
        assertThat(paid.path("priceCents").asLong()).isEqualTo(1_999);
        assertThat(paid.path("discountCents").asLong(0)).isZero();
    }

    @Test
    void shouldHideOrdersFromOthers() {
        String orderId = shop.buy(sale, user);
        User stranger = shop.users(1).getFirst();
        assertProblem(shop.order(orderId, stranger), 404, "order-not-found"); // it may still be in the queue
        system.records.requireInvariants(sale, List.of(orderId));
        assertProblem(shop.order(orderId, stranger), 404, "order-not-found");
        assertProblem(shop.pay(orderId, stranger), 404, "order-not-found");
        assertProblem(shop.cancel(orderId, stranger), 404, "order-not-found");
        assertProblem(shop.call("GET", "/api/orders/" + orderId + "/events", stranger, ""), 404, "order-not-found");
        assertProblem(shop.order("123456789", user), 404, "order-not-found");
        assertThat(shop.order(orderId, user).orderStatus()).isEqualTo("AWAITING_PAYMENT");
    }

    @Test
    void shouldRefuseStockPricesAndWindowsThatMakeNoSense() {
        User admin = shop.admin();
        for (String body : List.of(
                "{\"title\": \"x\", \"priceCents\": -1, \"initialStock\": 1}",
                "{\"title\": \"x\", \"priceCents\": 1, \"initialStock\": -1}",
                "{\"title\": \"x\", \"priceCents\": 9223372036854775808, \"initialStock\": 1}",
                "{\"title\": \"x\", \"priceCents\": 1, \"initialStock\": 9223372036854775807}",
                "{\"title\": \"x\", \"priceCents\": 1, \"initialStock\": 1,"
                        + " \"opensAt\": \"2031-01-01T00:00:00Z\", \"closesAt\": \"2030-01-01T00:00:00Z\"}")) {
            assertProblem(shop.call("POST", "/api/admin/sales", admin, body), 400, "invalid-request");
        }
        for (String add : List.of("-5", "0", "9223372036854775807", "9223372036854775808")) {
            assertProblem(
                    shop.call("POST", "/api/admin/sales/" + sale + "/stock", admin, "{\"add\": " + add + "}"),
                    400,
                    "invalid-request");
        }
        assertThat(system.records.available(sale)).isEqualTo(5);
    }

    @Test
    void shouldRefuseAccountsThatMakeNoSense() {
        for (String body : List.of(
                "{}",
                "{\"username\": \"x\", \"password\": \"password\"}",
                "{\"username\": \"<script>\", \"password\": \"password\"}",
                "{\"username\": \"somebody\", \"password\": \"short\"}",
                "{\"username\": null, \"password\": null}")) {
            assertProblem(shop.call("POST", "/api/accounts", "", body), 400, "invalid-request");
        }
        assertProblem(
                shop.call("POST", "/api/accounts", "", "{\"username\": \"alice\", \"password\": \"password\"}"),
                409,
                "username-taken");
        assertProblem(
                shop.call("POST", "/api/login", "", "{\"username\": \"alice\", \"password\": \"wrong-one\"}"),
                401,
                "bad-credentials");
    }

    @Test
    void shouldTellAShopperWhoClicksTooOftenToWait() {
        List<Answer> answers = new ArrayList<>();
        await().atMost(SOON).until(() -> {
            answers.addAll(shop.singleClicks(sale, Collections.nCopies(600, user), 64));
            return answers.stream().anyMatch(answer -> answer.status() == 429);
        });
        assertThat(answers).filteredOn(answer -> answer.status() == 429).allSatisfy(refused -> {
            assertProblem(refused, 429, "rate-limited");
            assertThat(Integer.parseInt(
                            refused.headers().firstValue("Retry-After").orElseThrow()))
                    .isPositive();
        });
        assertThat(Set.copyOf(Shop.orders(answers))).hasSize(1);
        assertThat(Shop.accepted(answers)).hasSizeLessThanOrEqualTo(1);
    }

    private static void assertProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.problem()).isEqualTo(type);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(answer.body().path("title").asString("")).isNotEmpty();
        assertThat(answer.text()).doesNotContain("Exception").doesNotContain("io.flashsale");
    }

    /** A real token with a changed role and its old signature. */
    private static String forged(String token) {
        String[] parts = token.split("\\.");
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        return parts[0] + "." + base64(claims.replace("SHOPPER", "ADMIN")) + "." + parts[2];
    }

    private static String unsigned() {
        return base64("{\"alg\":\"none\"}") + "."
                + base64("{\"iss\":\"flash-sale\",\"sub\":\"1\",\"role\":\"ADMIN\",\"exp\":4102444800}") + ".";
    }

    /** A well-formed token signed with another key. */
    private static String foreign(Instant expiry) throws JOSEException {
        var key = new RSAKeyGenerator(2048).keyID("foreign").generate();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                new JWTClaimsSet.Builder()
                        .issuer("flash-sale")
                        .subject("1")
                        .claim("role", "ADMIN")
                        .expirationTime(Date.from(expiry))
                        .build());
        token.sign(new RSASSASigner(key));
        return token.serialize();
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
