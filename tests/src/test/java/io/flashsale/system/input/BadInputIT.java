package io.flashsale.system.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
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
        user = shop.user();
    }

    @Test
    void shouldCallMalformedIdsInvalid() {
        for (String id : List.of("abc", "1.5", "-", "99999999999999999999")) {
            assertProblem(shop.post("/api/sales/" + id + "/reservations", user), 400, "invalid-request");
            assertProblem(shop.get("/api/sales/" + id, user), 400, "invalid-request");
            assertProblem(shop.order(id, user), 400, "invalid-request");
            assertProblem(shop.pay(id, user), 400, "invalid-request");
            assertProblem(shop.cancel(id, user), 400, "invalid-request");
        }
        assertProblem(shop.reserve(987_654_321, user), 404, "sale-not-found");
    }

    @Test
    void shouldRefuseWhatIsTooLargeOrNotJson() {
        String huge = "{\"username\": \"" + "x".repeat(100_000) + "\", \"password\": \"password\"}";
        assertProblem(answered(() -> shop.call("POST", "/api/accounts", "", huge)), 413, "payload-too-large");
        assertProblem(
                answered(() -> shop.send(shop.request("/api/accounts")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(huge)))
                        .build())),
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

    /** Calls until an answer comes: if the rest of a body comes too late, the connection is closed under it. */
    private static Answer answered(Supplier<Answer> call) {
        return await().pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(NoAnswerException.class)
                .until(call::get, Objects::nonNull);
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

    private static void assertProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.problem()).isEqualTo(type);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(answer.body().path("title").asString("")).isNotEmpty();
        assertThat(answer.text()).doesNotContain("Exception").doesNotContain("io.flashsale");
    }
}
