package io.flashsale.order.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.order.ExecutedStatements;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService;
import io.flashsale.order.provider.PaymentNotification;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Where clicks are followed, and what it costs followed and other shoppers. */
@Tag("long")
class FollowedOrdersIT extends OrderServiceFixture {

    private static final String[] PAYING = {
        "OrderMapper.find", "MockProviderMapper.charge", "ChargeMapper.recordNew", "ChargeMapper.payAllInFull"
    };

    @Autowired
    private ExecutedStatements statements;

    private final long user = newId() % 1_000_000_000_000_000L;

    /** An order of this shopper from a followed click. */
    private long followed() {
        long order = newId();
        long sale = newId();
        STOCK.stock(sale, 1);
        send(reservation(order, sale, user, StubStockService.PRICE_CENTS, "00-%032x-%016x-01".formatted(order, order)));
        awaitStatus(List.of(order), "AWAITING_PAYMENT");
        statements.take();
        return order;
    }

    private JsonNode journey(long order, String token) {
        return call("GET", "/api/orders/" + order + "/journey", token, null).body();
    }

    private JsonNode stop(long order, String name) {
        return await().until(
                        () -> journey(order, adminToken())
                                .path("stops")
                                .valueStream()
                                .filter(stop -> stop.path("stop").asString().equals(name))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Test
    void shouldAskTheDatabaseNothingMoreForAPaymentWhetherItIsFollowedOrNot() {
        Map.Entry<Long, Long> other = placed();
        statements.take();
        assertThat(pay(other).orderStatus()).isEqualTo("PAID");
        assertThat(statements.take()).containsExactly(PAYING);

        long order = followed();
        assertThat(pay(order, user).orderStatus()).isEqualTo("PAID");
        assertThat(statements.take()).containsExactly(PAYING);
        assertThat(stop(order, "PAYMENT").path("wrote").path("charge.outcome").asString())
                .isEqualTo("PAID");
    }

    /** The provider waits, and so do its notifications about other orders. */
    @Test
    void shouldLookForTheClickOfAPaymentThatSomebodyTellsOfWhenHeHasHisAnswer() {
        long order = followed();
        assertThat(notified(new PaymentNotification(
                                order, "charge-" + order, StubStockService.PRICE_CENTS, Instant.now()))
                        .status())
                .isEqualTo(200);
        assertThat(statements.take()).containsExactly("ChargeMapper.record", "ChargeMapper.payInFull");
        assertThat(stop(order, "PAYMENT").path("wrote").path("charge.charge_id").asString())
                .isEqualTo("charge-" + order);
    }

    /** A failed look-up inside the closing transaction would undo it. */
    @Test
    void shouldAskTheDatabaseNothingMoreToCloseAFollowedOrder() {
        long order = followed();
        assertThat(cancel(order, user).orderStatus()).isEqualTo("CLOSED");
        assertThat(statements.take()).noneMatch(statement -> statement.startsWith("JourneyMapper"));
        assertThat(stop(order, "CLOSING").path("wrote").path("orders.reason").asString())
                .isEqualTo("CANCELLED");
    }

    @Test
    void shouldShowRowsAndKeysToAdministratorsOnlyUnlessSomebodySaysOtherwise() {
        long order = followed();
        assertThat(pay(order, user).status()).isEqualTo(200);
        assertThat(stop(order, "PAYMENT").path("wrote").isEmpty()).isFalse();
        assertThat(journey(order, adminToken()).path("rows").isEmpty()).isFalse();
        statements.take();

        JsonNode own = journey(order, token(user));
        assertThat(own.path("status").asString()).isEqualTo("PAID");
        assertThat(own.path("traceId").asString()).isEqualTo("%032x".formatted(order));
        assertThat(own.path("createdAt").asString()).isNotEmpty();
        assertThat(own.path("stops").valueStream()).isNotEmpty().allSatisfy(stop -> {
            assertThat(stop.path("file").asString()).isNotEmpty();
            assertThat(stop.path("wrote").isEmpty()).isTrue();
        });
        assertThat(own.path("rows").isEmpty()).isTrue();
        assertThat(own.path("missing").isEmpty())
                .as("stock-service is not asked")
                .isTrue();
        assertThat(statements.take()).containsExactly("OrderMapper.find");
    }
}
