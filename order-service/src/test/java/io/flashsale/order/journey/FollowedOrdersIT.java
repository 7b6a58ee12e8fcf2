package io.flashsale.order.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.contracts.order.PaymentCall.Line;
import io.flashsale.order.ExecutedStatements;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService;
import io.flashsale.order.provider.PaymentNotification;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Where clicks are followed, and what it costs followed and other shoppers. */
@Tag("long")
class FollowedOrdersIT extends OrderServiceFixture {

    private static final String[] PAYING = {
        "OrderMapper.find", "MockProviderMapper.charge", "ChargeMapper.record", "ChargeMapper.payInFull"
    };

    @Autowired
    private ExecutedStatements statements;

    private final long user = newId();

    /** An order of this shopper from a followed click. */
    private long followed() {
        long order = newId();
        String click = "00-%032x-%016x-01".formatted(order, order);
        place(reservation(order, newSale(1), user, StubStockService.PRICE_CENTS, click));
        statements.take();
        return order;
    }

    private JsonNode journey(long order, String token) {
        return call("GET", "/api/orders/" + order + "/journey", token, null).body();
    }

    private JsonNode stop(long order, String name) {
        Callable<Optional<JsonNode>> found = () -> journey(order, adminToken())
                .path("stops")
                .valueStream()
                .filter(stop -> stop.path("stop").asString().equals(name))
                .findFirst();
        return await().until(found, Optional::isPresent).orElseThrow();
    }

    private String wrote(long order, String stop, String column) {
        return stop(order, stop).path("wrote").path(column).asString();
    }

    @Test
    void shouldAskTheDatabaseNothingMoreForAPaymentWhetherItIsFollowedOrNot() {
        Map.Entry<Long, Long> other = placed();
        statements.take();
        assertThat(pay(other).text("status")).isEqualTo("PAID");
        assertThat(statements.take()).containsExactly(PAYING);

        long order = followed();
        assertThat(pay(order, user).text("status")).isEqualTo("PAID");
        assertThat(statements.take()).containsExactly(PAYING);
        assertThat(wrote(order, "PAYMENT", "charge.outcome")).isEqualTo("PAID");
    }

    @Test
    void shouldFollowAPaymentInAGroup() {
        long order = followed();
        Map.Entry<Long, Long> other = placed();
        List<Line> lines = List.of(new Line(order, user), new Line(other.getKey(), other.getValue()));
        String group = json.writeValueAsString(new PaymentCall(lines));
        assertStatus(call("POST", PaymentCall.PATH, gatewayToken(), group), 200);
        assertThat(wrote(order, "PAYMENT", "charge.charge_id")).isEqualTo("mock-" + order);
    }

    /** The provider waits, and so do its notifications about other orders. */
    @Test
    void shouldLookForTheClickOfAPaymentThatSomebodyTellsOfWhenHeHasHisAnswer() {
        long order = followed();
        String charge = "charge-" + order;
        assertStatus(
                notified(new PaymentNotification(order, charge, StubStockService.PRICE_CENTS, Instant.now())), 200);
        assertThat(statements.take()).containsExactly("ChargeMapper.record", "ChargeMapper.payInFull");
        assertThat(wrote(order, "PAYMENT", "charge.charge_id")).isEqualTo(charge);
    }

    /** A failed look-up inside the closing transaction would undo it. */
    @Test
    void shouldAskTheDatabaseNothingMoreToCloseAFollowedOrder() {
        long order = followed();
        assertThat(cancel(order, user).text("status")).isEqualTo("CLOSED");
        assertThat(statements.take()).noneMatch(statement -> statement.startsWith("JourneyMapper"));
        assertThat(wrote(order, "CLOSING", "orders.reason")).isEqualTo("CANCELLED");
    }

    @Test
    void shouldShowRowsAndKeysToAdministratorsOnlyUnlessSomebodySaysOtherwise() {
        long order = followed();
        assertStatus(pay(order, user), 200);
        assertThat(stop(order, "PAYMENT").path("wrote").isEmpty()).isFalse();
        assertThat(journey(order, adminToken()).path("rows").isEmpty()).isFalse();
        statements.take();

        JsonNode own = journey(order, token(user));
        assertThat(texts(own, "status", "traceId")).containsExactly("PAID", "%032x".formatted(order));
        assertThat(own.path("createdAt").asString()).isNotEmpty();
        assertThat(own.path("stops").valueStream()).isNotEmpty().allSatisfy(stop -> {
            assertThat(stop.path("file").asString()).isNotEmpty();
            assertThat(stop.path("wrote").isEmpty()).isTrue();
        });
        assertThat(own.path("rows").isEmpty()).isTrue();
        assertThat(own.path("missing")).as("stock-service is not asked").isEmpty();
        assertThat(statements.take()).containsExactly("OrderMapper.find");
    }
}
