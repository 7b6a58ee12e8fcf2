package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.entry.redis.EntryKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;

/** Shoppers who let units go again and again have to wait. */
@Tag("long")
class UnpaidOrdersIT extends EntryFixture {

    private static final int LIMIT = 20; // as in the fixture

    private long lastOrder = System.nanoTime();

    private OrderReleased order(long sale, long user, Reason reason) {
        long id = ++lastOrder;
        ledger.deduct(sale, List.of(new Deduct.Line(id, user, 100, 1)));
        return new OrderReleased(id, sale, user, reason);
    }

    private void letGo(long sale, long user, Reason reason, int times) {
        for (int i = 0; i < times; i++) {
            ledger.release(sale, List.of(order(sale, user, reason)));
        }
    }

    @Test
    void shouldMakeWaitWhoLetTooManyUnitsOfASaleGo() {
        long sale = openSale(20);
        long other = openSale(20);
        letGo(sale, 900_072, Reason.CANCELLED, LIMIT - 1);
        letGo(sale, 900_073, Reason.CANCELLED, 1);
        letGo(sale, 900_073, Reason.PAYMENT_OVERDUE, LIMIT - 1);

        requireWait(sale, 900_073, Duration.ofMinutes(10));
        reserved(sale, 900_072); // one fewer
        reserved(sale, 900_074); // somebody else
        reserved(other, 900_073); // in another sale
        await().untilAsserted(() -> assertThat(call("GET", "/api/admin/sales/" + sale + "/entry/refusals", admin(), "")
                        .raw()
                        .body())
                .contains("\"userId\":\"900073\",\"reason\":\"unpaid-orders\""));
    }

    /** Requires that the gate makes the user wait for so long since the last unit that they let go. */
    private void requireWait(long sale, long user, Duration wait) {
        Instant until = database.lastLetGo(sale, user).plus(wait);
        // A look before the last unit may have told the gate of a shorter wait.
        await().until(() -> barredUntil(sale, user).equals(Optional.of(until)) || next(looks));
        Instant before = Instant.now();
        Answer refused = reserve(sale, user);
        Instant after = Instant.now();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.problem()).isEqualTo("too-many-unpaid");
        assertThat(Instant.parse(refused.body().path("until").asString())).isEqualTo(until);
        assertThat(Long.parseLong(
                        refused.raw().headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(
                        Duration.between(after, until).toSeconds() + 1,
                        Duration.between(before, until).toSeconds() + 1);
    }

    private Optional<Instant> barredUntil(long sale, long user) {
        return Optional.ofNullable(redis.getScoredSortedSet(EntryKeys.of(sale).barred(), StringCodec.INSTANCE)
                        .getScore(Long.toString(user)))
                .map(millis -> Instant.ofEpochMilli(millis.longValue()));
    }

    /** Lets time pass for the user, and has the gate forget what it was told before. */
    private void letTimePass(long sale, long user, int minutes) {
        looks.stop(); // a look that has begun would tell the gate the old time afterwards
        try {
            database.execute("UPDATE unpaid_order SET last_at = last_at - INTERVAL " + minutes
                    + " MINUTE WHERE user_id = " + user);
            redis.getKeys().delete(EntryKeys.of(sale).barred());
        } finally {
            looks.start();
        }
    }

    @Test
    void shouldMakeWaitTwiceAsLongForEachFurtherUnit() {
        long sale = openSale(20);
        letGo(sale, 900_084, Reason.PAYMENT_OVERDUE, LIMIT + 20);
        requireWait(sale, 900_084, Duration.ofDays(1));
        letGo(sale, 900_083, Reason.PAYMENT_OVERDUE, LIMIT + 3);
        requireWait(sale, 900_083, Duration.ofMinutes(80));
        assertThat(Instant.ofEpochMilli(Long.parseLong(gate(sale).get("barred"))))
                .as("of who came before and waits for longer")
                .isAfter(Instant.now().plus(Duration.ofHours(2)));

        letTimePass(sale, 900_083, 70);
        requireWait(sale, 900_083, Duration.ofMinutes(80)); // ten of them are left
        letTimePass(sale, 900_083, 10);
        await().until(() -> barredUntil(sale, 900_084).isPresent() || next(looks));
        reserved(sale, 900_083);
    }

    @Test
    void shouldMakeWaitAtTheEntranceForWhatWasLetGoInOtherSales() {
        for (int i = 0; i < LIMIT; i++) {
            letGo(openSale(1), 900_087, Reason.CANCELLED, 1);
        }
        for (int i = 1; i < LIMIT; i++) {
            letGo(openSale(1), 900_088, Reason.PAYMENT_OVERDUE, 1);
        }
        long sale = sale("{\"mode\": \"QUEUE\"}", 5, open());
        await().until(() -> call("GET", path(sale) + "/proof", shopper(900_087), "")
                .problem()
                .equals("too-many-unpaid"));
        Answer refused = enter(sale, 900_087);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.problem()).isEqualTo("too-many-unpaid");
        assertThat(refused.body().path("reason").asString()).isEqualTo("unpaid-orders");
        assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
        assertThat(enter(sale, 900_088).status()).as("one fewer").isEqualTo(200);
    }

    @Test
    void shouldCountEachUnitOnceAndOnlyWhatTheShopperLetGo() {
        long sale = openSale(20);
        OrderReleased cancelled = order(sale, 900_081, Reason.CANCELLED);
        ledger.release(sale, List.of(cancelled, cancelled));
        ledger.release(sale, List.of(cancelled));
        assertThat(database.count("unpaid_order WHERE times = 1 AND user_id = 900081 AND sale_id = " + sale))
                .isEqualTo(1);
        ledger.release(sale, List.of(order(sale, 900_082, Reason.DUPLICATE_PURCHASE)));
        ledger.release(sale, List.of(new OrderReleased(++lastOrder, sale, 900_082, Reason.CANCELLED)));
        assertThat(database.count("unpaid_order WHERE times >= 1 AND user_id = 900082 AND sale_id = " + sale))
                .as("not his doing, or none that he had")
                .isZero();
        assertThat(database.conserves(sale)).isTrue();
    }
}
