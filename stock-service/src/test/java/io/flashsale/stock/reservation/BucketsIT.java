package io.flashsale.stock.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.BucketMoves;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.bucket.NotMovedException;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.admission.spring.reconciliation.Comparer;
import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** A sale with several buckets: each has its own gate, messages and row; shoppers see one sale. */
class BucketsIT extends StockServiceFixture {

    private static final int EIGHT = 8;

    @Autowired
    private OutboxRelay relay;

    @Autowired
    private Comparer comparer;

    @Autowired
    private Reconciliations reconciliations;

    @Autowired
    private BucketMoves moves;

    @Autowired
    private StockGateWarmUp warmUp;

    @Autowired
    private PlatformTransactionManager transactions;

    @BeforeEach
    void nothingIsUnderWay() {
        placement.placeEverything();
    }

    private long sale(long units, int buckets) {
        return withOpenGates(create(units, ", \"buckets\": " + buckets));
    }

    private List<StockGateState> states(long sale) {
        return Objects.requireNonNull(gates.bucketStates(List.of(sale)).get(sale)).stream()
                .map(Optional::orElseThrow)
                .toList();
    }

    private static long sum(List<StockGateState> states) {
        return states.stream().mapToLong(StockGateState::remaining).sum();
    }

    private static List<Long> gatesOf(long sale, int buckets) {
        return IntStream.range(0, buckets)
                .mapToObj(bucket -> Buckets.gate(sale, bucket))
                .toList();
    }

    /** The first {@code count} shoppers of a bucket. */
    private static List<Long> shoppers(int bucket, int buckets, int count) {
        return LongStream.iterate(1, user -> user + 1)
                .filter(user -> Buckets.home(user, buckets) == bucket)
                .limit(count)
                .boxed()
                .toList();
    }

    /** The answer to each shopper: 202, or the problem. */
    private Map<Long, String> ask(long sale, List<Long> users) {
        List<AdmissionCall.Line> group = users.stream()
                .map(user -> new AdmissionCall.Line(sale, user, "of-the-shopper-" + user, null))
                .toList();
        Answer answer = admit(group);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        Map<Long, String> told = new HashMap<>();
        for (int i = 0; i < users.size(); i++) {
            JsonNode one = answer.body().path("answers").path(i);
            told.put(
                    users.get(i),
                    one.path("status").asInt() == 202
                            ? "202"
                            : json.readTree(one.path("body").asString())
                                    .path("type")
                                    .asString()
                                    .replace("/problems/", ""));
        }
        return told;
    }

    /** Asks again for every shopper who is told to come again, as when units cannot be moved in time. */
    private Map<Long, String> askUntilDecided(long sale, List<Long> users) {
        Map<Long, String> told = new HashMap<>(ask(sale, users));
        await().pollDelay(Duration.ZERO).until(() -> {
            List<Long> again = new ArrayList<>(users);
            again.removeIf(user -> !"sale-warming-up".equals(told.get(user)));
            if (!again.isEmpty()) {
                told.putAll(ask(sale, again));
            }
            return again.isEmpty();
        });
        return told;
    }

    /** Runs the work while a bucket's row is locked. */
    private void whileLocked(long sale, int bucket, Runnable work) {
        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            assertThat(database.count("stock WHERE sale_id = " + sale + " AND bucket = " + bucket + " FOR UPDATE"))
                    .isEqualTo(1);
            work.run();
        });
    }

    /** Runs the work on a thread without a transaction. */
    private static <T> CompletableFuture<T> elsewhere(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task));
    }

    @Nested
    class Setting {

        @Test
        void shouldShowOneSaleWithAllItsUnits() {
            long sale = sale(10, 4);
            JsonNode shown = get("/api/sales/" + sale).body();
            assertThat(shown.path("buckets").asInt()).isEqualTo(4);
            for (String units : List.of("initialStock", "totalStock", "remaining")) {
                assertThat(shown.path(units).asLong()).isEqualTo(10);
            }
            assertThat(states(sale)).extracting(StockGateState::remaining).containsExactly(3L, 3L, 2L, 2L);
        }

        @Test
        void shouldStayWhatItWasWhenTheSaleWasMade() {
            long sale = sale(10, 4);
            assertThat(change(sale, "\"buckets\": 5").problem()).isEqualTo("invalid-request");
            assertThat(change(sale, "\"buckets\": 4, \"title\": \"Hotter\"").status())
                    .isEqualTo(200);
            long upcoming = idOf(create(10, ", \"buckets\": 2, \"opensAt\": \"2099-01-01T00:00:00Z\""));
            Answer asQueue = change(upcoming, "\"entry\": {\"mode\": \"QUEUE\"}");
            assertThat(asQueue.problem()).isEqualTo("invalid-request");
        }

        @Test
        void shouldSpreadWhatIsAddedAndTellAllGatesOfAChange() {
            long sale = sale(8, 4);
            Answer added = addStock(sale, 6);
            assertThat(added.body().path("totalStock").asLong()).isEqualTo(14);
            assertThat(states(sale)).extracting(StockGateState::remaining).containsExactly(4L, 4L, 3L, 3L);
            assertThat(states(sale)).extracting(StockGateState::total).containsExactly(4L, 4L, 3L, 3L);
            String over = Instant.now().minusSeconds(1).toString();
            assertThat(change(sale, "\"closesAt\": \"" + over + "\", \"opensAt\": \"2020-01-01T00:00:00Z\"")
                            .status())
                    .isEqualTo(200);
            assertThat(ask(sale, LongStream.rangeClosed(1, 20).boxed().toList()).values())
                    .containsOnly("sale-ended");
        }
    }

    @Nested
    class TakingAway {

        private long left(long sale) {
            return states(sale).stream().mapToLong(StockGateState::remaining).sum();
        }

        @Test
        void shouldTakeUnitsFromTheBucketsThatHaveThem() {
            long sale = sale(10, 4);
            assertThat(askUntilDecided(sale, List.of(1L, 2L, 3L, 4L)).values()).containsOnly("202");
            assertThat(addStock(sale, -5).body().path("totalStock").asLong()).isEqualTo(5);
            assertThat(left(sale)).isEqualTo(1);
            assertThat(addStock(sale, -2).problem()).isEqualTo("units-not-left");
            assertThat(addStock(sale, -1).status()).isEqualTo(200);
            assertThat(askUntilDecided(sale, List.of(5L)).values()).containsOnly("sold-out");
            placement.placeEverything();
            assertThat(database.availableInAll(sale)).isZero();
            assertThat(database.conservesInBuckets(sale, 4)).isTrue();
        }

        /** As after a fail-over: the last bucket cannot be believed, and the others have lost their units already. */
        @Test
        void shouldGiveBackWhatIsTakenIfOneBucketHasNothingToGive() {
            long sale = sale(8, 4);
            await().until(() -> {
                gate(Buckets.gate(sale, 3)).put("runId", "another");
                Answer fewer = addStock(sale, -8);
                if (fewer.status() == 200) {
                    addStock(sale, 8); // the warm-up was faster
                }
                return fewer.problem().equals("units-not-left");
            });
            await().until(() -> left(sale) == 8 || next(warmUps));
            assertThat(database.availableInAll(sale)).isEqualTo(8);
            await().until(() -> addStock(sale, -8).status() == 200 || next(warmUps));
        }
    }

    @Nested
    class Buying {

        @Test
        void shouldSellOneToAShopperAndSendHisOrderFromHisBucket() {
            long sale = sale(100, EIGHT);
            List<Long> users = LongStream.rangeClosed(1, 40).boxed().toList();
            assertThat(askUntilDecided(sale, users).values()).containsOnly("202");
            assertThat(ask(sale, users).values()).containsOnly("already-purchased");
            for (long user = 1; user <= 40; user++) {
                long id = Long.parseLong(
                        reserve(sale, user).body().path("orderId").asString());
                assertThat(gates.holderOf(id)).contains(new StockGates.Holder(sale, user));
            }
            assertThat(reserve(Buckets.gate(sale, 1), 1).problem()).isEqualTo("sale-not-found");
            placement.placeEverything();
            assertThat(placement.reservations(sale).stream()
                            .map(StockReserved::orderId)
                            .distinct())
                    .hasSize(40);
            assertThat(database.conservesInBuckets(sale, EIGHT)).isTrue();
            assertThat(database.availableInAll(sale)).isEqualTo(60);
        }

        private static List<Deduct.Line> orders(long sale, List<Long> users) {
            return users.stream()
                    .map(user -> new Deduct.Line(1_700_000_000_000L + sale * 100 + user, user, 100, 1))
                    .toList();
        }

        /** An order-service of an earlier version knows nothing of buckets. */
        @Test
        void shouldDeductFromTheBucketOfEachShopperWhoeverAsksForThemTogether() {
            long sale = sale(16, EIGHT);
            List<Deduct.Line> orders =
                    orders(sale, LongStream.rangeClosed(1, 24).boxed().toList());
            Deductions first = ledger.deduct(sale, orders).orElseThrow();
            List<Deductions.Line> outcomes = first.orders();
            assertThat(outcomes)
                    .extracting(Deductions.Line::orderId)
                    .isEqualTo(orders.stream().map(Deduct.Line::orderId).toList());
            int[] left = new int[EIGHT];
            Arrays.fill(left, 2);
            for (int i = 0; i < orders.size(); i++) {
                boolean isThere = left[Buckets.home(orders.get(i).userId(), EIGHT)]-- > 0;
                assertThat(outcomes.get(i).outcome())
                        .isEqualTo(isThere ? Deductions.Outcome.DEDUCTED : Deductions.Outcome.INSUFFICIENT_STOCK);
            }
            assertThat(ledger.deduct(sale, orders)).contains(first);
            assertThat(database.conservesInBuckets(sale, EIGHT)).isTrue();
        }

        /**
         * Each bucket has its own transaction: what one bucket has deducted stays deducted, and a repetition deducts
         * the rest.
         */
        @Test
        void shouldDeductTheRestByARepetitionWhereALaterBucketHasFailed() {
            long sale = sale(8, 2);
            List<Long> users = new ArrayList<>(shoppers(0, 2, 2));
            users.addAll(shoppers(1, 2, 3));
            List<Deduct.Line> orders = orders(sale, users);
            database.execute("ALTER TABLE stock ADD CONSTRAINT not_from_the_later_bucket CHECK (sale_id <> " + sale
                    + " OR bucket <> 1 OR deducted = 0)");
            try {
                assertThatThrownBy(() -> ledger.deduct(sale, orders)).isInstanceOf(DataAccessException.class);
            } finally {
                database.execute("ALTER TABLE stock DROP CONSTRAINT not_from_the_later_bucket");
            }
            assertThat(database.flows(sale, "DEDUCT")).isEqualTo(2);
            assertThat(database.conservesInBuckets(sale, 2)).isTrue();

            assertThat(ledger.deduct(sale, orders).orElseThrow().orders())
                    .extracting(Deductions.Line::outcome)
                    .containsOnly(Deductions.Outcome.DEDUCTED);
            assertThat(database.flows(sale, "DEDUCT")).isEqualTo(5);
            Deduct.Line last = orders.getLast();
            ledger.release(sale, List.of(new OrderReleased(last.orderId(), sale, last.userId(), Reason.CANCELLED)));
            assertThat(database.availableInAll(sale)).isEqualTo(4);
            assertThat(database.count("stock WHERE bucket = 1 AND released = 1 AND sale_id = " + sale))
                    .isOne();
            assertThat(database.conservesInBuckets(sale, 2)).isTrue();
        }

        /**
         * A shopper who is refused although a unit is left asks again. If all are of one bucket, most units have to
         * be moved there.
         */
        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void shouldSellExactlyFiveHundredToTwoThousandInEightBuckets(boolean allOfOneBucket) {
            long sale = sale(500, EIGHT);
            List<Long> shoppers = allOfOneBucket
                    ? shoppers(3, EIGHT, 2_000)
                    : LongStream.rangeClosed(1, 2_000).boxed().toList();
            Map<Long, String> told = new HashMap<>();
            List<CompletableFuture<Map<Long, String>>> crowd = IntStream.range(0, 20)
                    .mapToObj(group -> elsewhere(() -> insist(sale, shoppers.subList(group * 100, group * 100 + 100))))
                    .toList();
            for (CompletableFuture<Map<Long, String>> group : crowd) {
                assertThat(group)
                        .as("nobody is refused for ever while a unit is left")
                        .succeedsWithin(HANG_GUARD);
                told.putAll(group.join());
            }
            assertThat(told).hasSize(2_000);
            assertThat(told.values()).filteredOn("202"::equals).hasSize(500);
            assertThat(told.values()).filteredOn("sold-out"::equals).hasSize(1_500);

            placement.placeEverything();
            await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
            assertThat(sum(states(sale))).isZero();
            assertThat(states(sale)).allMatch(state -> state.drift() == 0);
            assertThat(states(sale).stream().mapToLong(StockGateState::moved).sum())
                    .isZero();
            assertThat(states(sale).stream().mapToLong(StockGateState::holders).sum())
                    .isEqualTo(500);
            assertThat(database.availableInAll(sale)).isZero();
            assertThat(database.conservesInBuckets(sale, EIGHT)).isTrue();
            if (allOfOneBucket) {
                assertThat(database.count("stock_move WHERE sale_id = " + sale)).isPositive();
            }
            await().untilAsserted(() -> assertThat(
                            comparer.compare(gatesOf(sale, EIGHT)).values())
                    .hasSize(EIGHT)
                    .containsOnly(new Comparison.Agreed()));
        }

        /** Asks again for refused shoppers, until no gate has a unit left or on its way. */
        private Map<Long, String> insist(long sale, List<Long> users) {
            Map<Long, String> told = new HashMap<>();
            List<Long> refused = new ArrayList<>(users);
            while (true) {
                Map<Long, String> answers = ask(sale, refused);
                told.putAll(answers);
                refused.removeIf(user -> "202".equals(answers.get(user)));
                List<StockGateState> states = states(sale);
                boolean isSoldOut = sum(states) == 0
                        && states.stream().mapToLong(StockGateState::moved).sum() == 0;
                if (refused.isEmpty()
                        || isSoldOut && refused.stream().allMatch(user -> "sold-out".equals(answers.get(user)))) {
                    return told;
                }
            }
        }
    }

    @Nested
    class Waiting {

        /** InnoDB alone would let them, and all others of their call, wait for as long as the fixture sets. */
        @Test
        void shouldKeepNobodyWaitingForARowThatSomebodyElseHas() {
            long sale = sale(2, 2);
            List<Long> shoppers = shoppers(0, 2, 2);
            assertThat(reserve(sale, shoppers.getFirst()).status()).isEqualTo(202);
            whileLocked(sale, 1, () -> {
                assertThat(elsewhere(() -> reserve(sale, shoppers.getLast()).problem()))
                        .succeedsWithin(HANG_GUARD)
                        .isEqualTo("sale-warming-up");
                assertThat(elsewhere(() -> catchThrowable(() -> moves.move("of-" + sale, sale, 1, 0, () -> 1))))
                        .as("the move itself")
                        .succeedsWithin(HANG_GUARD)
                        .isInstanceOf(NotMovedException.class);
            });
            await().until(() -> reserve(sale, shoppers.getLast()).status() == 202);
            placement.placeEverything();
            assertThat(database.conservesInBuckets(sale, 2)).isTrue();
            assertThat(database.availableInAll(sale)).isZero();
        }

        @Test
        void shouldSayThatNothingWasMovedWhereItIsCertain() {
            long sale = sale(2, 2);
            String move = "of-" + sale;
            // A move that does not get its rows in time says so, too, and may be tried again.
            assertThat(await().ignoreExceptionsInstanceOf(NotMovedException.class)
                            .until(() -> moves.move(move, sale, 1, 0, () -> 1), units -> true))
                    .isEqualTo(1);
            assertThatThrownBy(() -> moves.move(move, sale, 0, 1, () -> 1))
                    .as("as somebody has made it already")
                    .isInstanceOf(NotMovedException.class);
            assertThat(database.conservesInBuckets(sale, 2)).isTrue();
            assertThat(database.count("stock WHERE available = 2 AND bucket = 0 AND sale_id = " + sale))
                    .isEqualTo(1);
        }

        @Test
        void shouldMakeAGateAnewWhateverIsDoneToOtherBuckets() {
            long sale = sale(9, 3);
            assertThat(ask(sale, LongStream.rangeClosed(1, 4).boxed().toList()).values())
                    .containsOnly("202");
            placement.placeEverything();
            List<StockGateState> before = states(sale);
            whileLocked(
                    sale,
                    0,
                    () -> whileLocked(
                            sale,
                            2,
                            () -> await().until(() -> elsewhere(() -> rebuild(Buckets.gate(sale, 1)))
                                    .get(HANG_GUARD.toSeconds(), TimeUnit.SECONDS))));
            assertThat(states(sale))
                    .extracting(StockGateState::epoch)
                    .doesNotContain(before.get(1).epoch());
            assertThat(states(sale).get(1).remaining()).isEqualTo(before.get(1).remaining());
            assertThat(states(sale).get(1).holders()).isEqualTo(before.get(1).holders());
        }

        private boolean rebuild(long gate) {
            try {
                return warmUp.rebuild(List.of(gate));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    @Nested
    class Mending {

        @Test
        void shouldMakeAllGatesAnewWithTheirOwnHolders() {
            StockGateKeys keys = new StockGateKeys(CampaignKind.SALE);
            long sale = sale(40, 4);
            List<Long> users = LongStream.rangeClosed(1, 30).boxed().toList();
            assertThat(askUntilDecided(sale, users).values()).containsOnly("202");
            placement.placeEverything();
            gatesOf(sale, 4).forEach(gate -> redis.getKeys().delete(keys.gate(gate), keys.holders(gate)));
            await().until(() -> gatesOf(sale, 4).stream()
                    .allMatch(gate -> gates.state(gate)
                            .filter(state -> !state.rebuilding())
                            .isPresent()));
            assertThat(sum(states(sale))).isEqualTo(10);
            assertThat(states(sale)).allMatch(state -> state.drift() == 0);
            assertThat(ask(sale, users).values()).containsOnly("already-purchased");
            List<Long> others = LongStream.rangeClosed(31, 40).boxed().toList();
            assertThat(askUntilDecided(sale, others).values()).containsOnly("202");
            assertThat(askUntilDecided(sale, List.of(41L)).values()).containsOnly("sold-out");
            placement.placeEverything();
        }

        /** Otherwise units of a dead process are lost, or no shopper ever hears "sold out" at once. */
        @Test
        void shouldBringBackUnitsThatAMoveHasLostAndSeeAGateThatBelievesInAMoveWhichWasNeverMade() {
            long sale = sale(8, 2);
            long first = Buckets.gate(sale, 0);
            Reconciliation reconciliation = reconciliations.of(sale, new SimpleMeterRegistry());
            assertThat(gates.moveOut(first, "of-a-process-that-dies", HANG_GUARD))
                    .isEqualTo(2);
            assertThat(reconciliations.settled(first)).isEqualTo(new Comparison.Drifted(-2, 0, -2, false));
            reconciliations.repair(first, reconciliation);
            gate(first).put("moved", "-3");
            assertThat(reconciliations.settled(first)).isEqualTo(new Comparison.Drifted(0, 0, -3, false));
            reconciliations.repair(first, reconciliation);
            assertThat(states(sale)).extracting(StockGateState::moved).containsOnly(0L);
            assertThat(states(sale)).extracting(StockGateState::remaining).containsOnly(4L);
        }
    }
}
