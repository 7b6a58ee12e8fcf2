package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.stock.StockTables;
import io.flashsale.stock.ledger.LedgerService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;

/** Shoppers who let units go again and again have to wait. */
@Tag("long")
class UnpaidOrdersIT extends EntryFixture {

    private static final int LIMIT = 20; // as in the fixture

    @Autowired
    private LedgerService ledger;

    @Autowired
    private StockTables database;

    private long lastOrder = System.nanoTime();

    private OrderReleased order(long sale, long user, Reason reason) {
        long id = ++lastOrder;
        ledger.deduct(sale, List.of(new Deduct.Line(id, user, 100)));
        return new OrderReleased(id, sale, user, reason);
    }

    private void letGo(long sale, long user, Reason reason, int times) {
        for (int i = 0; i < times; i++) {
            ledger.release(sale, List.of(order(sale, user, reason)));
        }
    }

    private long counted(long sale, long user) {
        return database.count("unpaid_order WHERE sale_id = " + sale + " AND user_id = " + user + " AND times >= 1");
    }

    private void awaitGate(long sale) {
        await().until(() -> gates.state(sale).isPresent());
    }

    private void awaitBar(long sale, long user) {
        awaitBarAt(sale, user);
    }

    private void awaitBarAt(long gate, long user) {
        await().until(() -> redis.getScoredSortedSet(EntryKeys.of(gate).barred(), StringCodec.INSTANCE)
                        .contains(Long.toString(user))
                || next(looks));
    }

    private void awaitRefusal(long sale, long user) {
        awaitBar(sale, user);
        assertThat(reserve(sale, user).problem()).isEqualTo("too-many-unpaid");
    }

    @Test
    void shouldMakeWaitWhoLetTooManyUnitsOfASaleGo() {
        long sale = openSale(20);
        long other = openSale(20);
        awaitGate(sale);
        awaitGate(other);
        assertThat(reserve(sale, 900_071).status()).isEqualTo(202);
        letGo(sale, 900_072, Reason.CANCELLED, LIMIT - 1);
        letGo(sale, 900_073, Reason.CANCELLED, 1);
        letGo(sale, 900_073, Reason.PAYMENT_OVERDUE, LIMIT - 1);

        awaitRefusal(sale, 900_073);
        assertThat(reserve(sale, 900_073).status()).isEqualTo(429);
        requireWait(sale, 900_073, Duration.ofMinutes(10));
        assertThat(reserve(sale, 900_072).status()).as("one fewer").isEqualTo(202);
        assertThat(reserve(sale, 900_074).status()).as("somebody else").isEqualTo(202);
        assertThat(reserve(other, 900_073).status()).as("in another sale").isEqualTo(202);
        assertThat(reserve(sale, 900_071).problem())
                .as("who holds a unit is told so")
                .isEqualTo("already-purchased");
        await().untilAsserted(() -> assertThat(call("GET", "/api/admin/sales/" + sale + "/entry/refusals", admin(), "")
                        .raw()
                        .body())
                .contains("\"userId\":\"900073\",\"reason\":\"unpaid-orders\""));
    }

    /** Each gate hears only of users who would ask it. */
    @Test
    void shouldMakeWaitAtHisOwnBucketOfASaleWhoLetTooManyUnitsGo() {
        int buckets = 4;
        Answer created = call("POST", "/api/admin/sales", admin(), """
                {"title": "A hot sale", "priceCents": 100, "listPriceCents": 200, "initialStock": 40, "buckets": %d}
                """.formatted(buckets));
        long sale = Long.parseLong(created.body().path("id").asString());
        for (int bucket = 0; bucket < buckets; bucket++) {
            awaitGate(Buckets.gate(sale, bucket));
        }
        List<Long> shoppers = LongStream.iterate(300, user -> user + 1)
                .filter(user -> Buckets.home(user, buckets) == 3)
                .limit(3)
                .boxed()
                .toList();
        long letsGo = shoppers.getFirst();
        letGo(sale, letsGo, Reason.CANCELLED, LIMIT);
        letGo(sale, shoppers.getLast(), Reason.CANCELLED, LIMIT - 1);
        awaitBarAt(Buckets.gate(sale, 3), letsGo);

        Answer refused = reserve(sale, letsGo);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.problem()).isEqualTo("too-many-unpaid");
        assertThat(reserve(sale, shoppers.get(1)).status())
                .as("somebody else of his bucket")
                .isEqualTo(202);
        assertThat(reserve(sale, shoppers.getLast()).status()).as("one fewer").isEqualTo(202);
        for (int bucket = 0; bucket < 3; bucket++) {
            assertThat(redis.getKeys()
                            .countExists(
                                    EntryKeys.of(Buckets.gate(sale, bucket)).barred()))
                    .isZero();
        }
        assertThat(LongStream.rangeClosed(400, 430)
                        .filter(user -> Buckets.home(user, buckets) != 3)
                        .mapToObj(user -> reserve(sale, user).status()))
                .as("of other buckets")
                .containsOnly(202);
    }

    /** Requires that the gate makes the user wait for so long since the last unit that they let go. */
    private void requireWait(long sale, long user, Duration wait) {
        Instant until = database.lastLetGo(sale, user).plus(wait);
        // A look before the last unit may have told the gate of a shorter wait.
        await().until(() -> barredUntil(sale, user).equals(Optional.of(until)) || next(looks));
        Instant before = Instant.now();
        Answer refused = reserve(sale, user);
        Instant after = Instant.now();
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
        letGo(sale, 900_083, Reason.PAYMENT_OVERDUE, LIMIT + 3);
        letGo(sale, 900_084, Reason.PAYMENT_OVERDUE, LIMIT + 20);
        requireWait(sale, 900_083, Duration.ofMinutes(80));
        requireWait(sale, 900_084, Duration.ofDays(1));

        letTimePass(sale, 900_083, 70);
        requireWait(sale, 900_083, Duration.ofMinutes(80)); // ten of them are left
        letTimePass(sale, 900_083, 10);
        awaitBar(sale, 900_084);
        assertThat(reserve(sale, 900_083).status()).isEqualTo(202);
    }

    @Test
    void shouldKeepWaitingWhoHasToWaitLongerThanWhoCameLater() {
        long sale = openSale(20);
        letGo(sale, 900_085, Reason.CANCELLED, LIMIT + 2);
        awaitRefusal(sale, 900_085);
        letGo(sale, 900_086, Reason.CANCELLED, LIMIT);
        awaitRefusal(sale, 900_086);
        String latest = redis.<String, String>getMap(EntryKeys.of(sale).gate(), StringCodec.INSTANCE)
                .get("barred");
        assertThat(Instant.ofEpochMilli(Long.parseLong(latest)))
                .isAfter(Instant.now().plusSeconds(1_800));
    }

    @Test
    void shouldLetInAgainWhoHasWaited() {
        long sale = openSale(20);
        letGo(sale, 900_075, Reason.CANCELLED, LIMIT);
        awaitRefusal(sale, 900_075);
        database.execute("UPDATE unpaid_order SET last_at = last_at - INTERVAL 11 MINUTE WHERE user_id = 900075");
        await().until(() -> {
            redis.getScoredSortedSet(EntryKeys.of(sale).barred(), StringCodec.INSTANCE)
                    .add(Instant.now().minusSeconds(1).toEpochMilli(), "900075");
            return reserve(sale, 900_075).status() == 202;
        });
    }

    @Test
    void shouldTellAGateAgainThatHasForgotten() {
        long sale = openSale(20);
        letGo(sale, 900_076, Reason.CANCELLED, LIMIT);
        awaitRefusal(sale, 900_076);
        redis.getKeys().delete(EntryKeys.of(sale).barred());
        awaitRefusal(sale, 900_076);
    }

    @Test
    void shouldTellWhoHoldsAUnitOfItRatherThanThatHeHasToWait() {
        long sale = openSale(20);
        awaitGate(sale);
        assertThat(reserve(sale, 900_077).status()).isEqualTo(202);
        letGo(sale, 900_077, Reason.CANCELLED, LIMIT);
        letGo(sale, 900_078, Reason.CANCELLED, LIMIT);
        awaitRefusal(sale, 900_078); // then the gate knows both users
        assertThat(reserve(sale, 900_077).problem()).isEqualTo("already-purchased");
    }

    @Test
    void shouldMakeWaitAtTheEntranceOfEverySale() {
        long sale = openSale(20);
        long queue = sale("{\"mode\": \"QUEUE\"}", 5, open());
        String path = "/api/sales/" + queue + "/entry";
        letGo(sale, 900_079, Reason.CANCELLED, LIMIT);
        await().untilAsserted(() -> assertThat(
                        call("GET", path + "/proof", shopper(900_079), "").problem())
                .isEqualTo("too-many-unpaid"));
        Answer refused = call("POST", path, shopper(900_079), "");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body().path("reason").asString()).isEqualTo("unpaid-orders");
        assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
        assertThat(call("POST", path, shopper(900_080), "").status()).isEqualTo(200);
    }

    @Test
    void shouldMakeWaitAtTheEntranceForWhatWasLetGoInOtherSales() {
        for (int i = 0; i < LIMIT; i++) {
            letGo(openSale(1), 900_087, Reason.CANCELLED, 1);
        }
        for (int i = 1; i < LIMIT; i++) {
            letGo(openSale(1), 900_088, Reason.PAYMENT_OVERDUE, 1);
        }
        String path = "/api/sales/" + sale("{\"mode\": \"QUEUE\"}", 5, open()) + "/entry";
        await().untilAsserted(() -> assertThat(
                        call("GET", path + "/proof", shopper(900_087), "").problem())
                .isEqualTo("too-many-unpaid"));
        assertThat(call("POST", path, shopper(900_087), "").problem()).isEqualTo("too-many-unpaid");
        assertThat(call("POST", path, shopper(900_088), "").status())
                .as("one fewer")
                .isEqualTo(200);
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
        assertThat(counted(sale, 900_082))
                .as("not his doing, or none that he had")
                .isZero();
        assertThat(database.conserves(sale)).isTrue();
    }
}
