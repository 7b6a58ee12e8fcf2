package io.flashsale.admission.bucket;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static io.flashsale.admission.RedisFixture.HANG_GUARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;

import io.flashsale.admission.Admission;
import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.AdmissionRequest;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.bucket.BucketRefills.Times;
import io.flashsale.admission.bucket.BucketSupply.Supplied;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.config.Config;

/** Several gates of one campaign on a real Redis, and database rows whose transactions can die. */
class BucketRefillsIT {

    static {
        RedisServer.takeForDeadOnlyAfter(Duration.ofSeconds(10));
    }

    /** Waits as long as needed for everything, also for units on their way. */
    private static final Times LONG = new Times(Times.USUAL.inVainFor(), Duration.ofHours(1), HANG_GUARD, HANG_GUARD);

    /** Of the first of two buckets, which is empty. */
    private static final long SHOPPER = users(0, 2, 1).getFirst();

    private RedisFixture redis = new RedisFixture();
    private final List<ReservationGroup> queued = new CopyOnWriteArrayList<>();
    private final AtomicLong blocks = new AtomicLong();

    @AfterEach
    void close() {
        redis.close();
    }

    /** A new instance that has learnt nothing yet. */
    private AdmissionService instance(BucketTable table) {
        return instance(table, LONG);
    }

    private AdmissionService instance(BucketTable table, Times times) {
        StockGates gates = new StockGates(redis.redis, "sale");
        return RedisFixture.service(
                gates,
                new ReservationIds(blocks::incrementAndGet),
                group -> {
                    queued.add(group);
                    return CompletableFuture.completedFuture(null);
                },
                new BucketRefills(gates, table, times));
    }

    /** The first {@code count} users of a bucket. */
    private static List<Long> users(int bucket, int buckets, int count) {
        return LongStream.iterate(1, user -> user + 1)
                .filter(user -> Buckets.home(user, buckets) == bucket)
                .limit(count)
                .boxed()
                .toList();
    }

    private StockGateState state(int bucket) {
        return redis.gates.state(Buckets.gate(CAMPAIGN, bucket)).orElseThrow();
    }

    private long remaining(BucketTable table) {
        return IntStream.range(0, table.buckets())
                .mapToLong(bucket -> state(bucket).remaining())
                .sum();
    }

    /** Asks again until it is certain that nothing is left, as refused shoppers do: hundreds at the same time. */
    private static Admission insist(AdmissionService service, long user) {
        return await().atMost(HANG_GUARD.multipliedBy(5))
                .pollInterval(Duration.ofMillis(120))
                .until(() -> service.admit(CAMPAIGN, user, ""), answer -> !(answer instanceof NotReady));
    }

    @Test
    void shouldLookAgainForWhoeverAsksAfterAnAnswer() {
        new BucketTable(redis, 0, 10);
        CountDownLatch goesOn = new CountDownLatch(1);
        BucketRefills refills = new BucketRefills(
                redis.gates,
                (move, campaign, from, to, take) -> {
                    waitFor(goesOn);
                    return 0;
                },
                new Times(Duration.ZERO, LONG.maxOnTheWay(), HANG_GUARD, HANG_GUARD));
        CompletableFuture<Supplied> first = refills.supply(CAMPAIGN, 0, 2);
        CompletableFuture<CompletableFuture<Supplied>> next =
                first.thenApply(_ -> refills.supply(CAMPAIGN, 0, 2)); // by the thread that answers
        goesOn.countDown();
        assertThat(next).succeedsWithin(HANG_GUARD).isNotSameAs(first);
    }

    /** Units may be on their way for as long as a transaction takes; they are not lost yet. */
    @Test
    void shouldNotCallASaleSoldOutWhileAMoveIsSlow() throws InterruptedException {
        BucketTable table = new BucketTable(redis, 0, 0, 1);
        assertThat(Times.USUAL.maxOnTheWay())
                .as("longer than Redis and then the statements of BucketLedger may take")
                .isGreaterThan(Times.USUAL.maxRedis().plusSeconds(2));
        BucketRefills refills = new BucketRefills(
                redis.gates, table, new Times(Duration.ZERO, Duration.ofHours(1), Duration.ofMillis(500), HANG_GUARD));
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        table.beforeCommit = () -> {
            taken.countDown();
            waitFor(goesOn);
        };
        CompletableFuture<Supplied> first = refills.supply(CAMPAIGN, 0, 3);
        assertThat(taken.await(HANG_GUARD.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(first).as("who began it").succeedsWithin(HANG_GUARD).isEqualTo(Supplied.UNKNOWN);
        assertThat(refills.supply(CAMPAIGN, 0, 3)).as("who comes later").isCompletedWithValue(Supplied.UNKNOWN);
        for (int times = 1; times <= 3; times++) {
            assertThat(refills.supply(CAMPAIGN, 1, 3))
                    .as("of another bucket")
                    .succeedsWithin(HANG_GUARD)
                    .isEqualTo(Supplied.UNKNOWN);
        }
        table.beforeCommit = () -> {};
        goesOn.countDown();
        await().untilAsserted(() -> assertThat(refills.supply(CAMPAIGN, 1, 3))
                .succeedsWithin(HANG_GUARD)
                .isEqualTo(Supplied.SUPPLIED));
        assertThat(remaining(table)).isEqualTo(1);
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Otherwise shoppers would hear 503 until the reconciliation comes. */
    @Test
    void shouldCallASaleSoldOutWhenWhatIsLeftIsInNoBucketAndNothingMoves() {
        BucketTable table = new BucketTable(redis, 0, 1);
        AdmissionService service =
                instance(table, new Times(Times.USUAL.inVainFor(), Duration.ofMillis(1), HANG_GUARD, HANG_GUARD));
        table.beforeCommit = BucketTable::fail;
        assertThat(service.admit(CAMPAIGN, SHOPPER, "")).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(insist(service, SHOPPER)).isEqualTo(new Admission.SoldOut());
        table.makeGate(1);
        table.beforeCommit = () -> {};
        await().until(() -> service.admit(CAMPAIGN, SHOPPER, "") instanceof Admission.Admitted);
    }

    /** Other calls need the rows that are locked meanwhile. */
    @Test
    void shouldLetGoOfTheRowsSoonWhileRedisDoesNotAnswerAndLoseNothing() {
        Path home = Path.of("target/bucket-redis-" + ProcessHandle.current().pid());
        try (DevStack stack = DevStack.in(home).redis().start()) {
            Config config = RedisFixture.singleServer(
                    stack.redis().host(), stack.redis().port());
            config.useSingleServer().setTimeout((int) HANG_GUARD.multipliedBy(3).toMillis());
            RedisFixture shared = redis;
            redis = new RedisFixture(config);
            try {
                BucketTable table = new BucketTable(redis, 0, 4);
                CompletableFuture<Void> rolledBack = new CompletableFuture<>();
                table.afterRollback = () -> rolledBack.complete(null);
                // Redis still tells which gate is to get units, and hangs when the other one is asked for some.
                StockGates actual = redis.gates;
                StockGates gates = spy(actual);
                doAnswer(call -> {
                            Object epoch = actual.epoch(call.getArgument(0), HANG_GUARD);
                            stack.redis().pause();
                            return epoch;
                        })
                        .when(gates)
                        .epoch(anyLong(), any());
                CompletableFuture<Object> putBack = new CompletableFuture<>();
                doAnswer(call -> {
                            Object units = call.callRealMethod();
                            putBack.complete(units);
                            return units;
                        })
                        .when(gates)
                        .moveBack(anyLong(), anyString());
                BucketRefills refills = new BucketRefills(gates, table);
                assertThat(refills.supply(CAMPAIGN, 0, 2))
                        .succeedsWithin(HANG_GUARD)
                        .isEqualTo(Supplied.UNKNOWN);
                assertThat(rolledBack).as("while Redis hangs").succeedsWithin(HANG_GUARD);
                stack.redis().resume();
                verify(gates).moveOut(eq(Buckets.gate(CAMPAIGN, 1)), anyString(), any());
                assertThat(putBack).as("before or after it was taken").succeedsWithin(HANG_GUARD);
                assertThat(remaining(table)).isEqualTo(4);
                assertThat(state(1).moved()).isZero();
            } finally {
                stack.redis().resume();
                redis.redis.shutdown();
                redis = shared;
            }
        }
    }

    @Test
    void shouldAdmitEachUserInHisOwnBucketAlthoughNobodyHasToldOfBucketsBefore() {
        BucketTable table = new BucketTable(redis, 10, 10, 10, 10);
        AdmissionService service = instance(table);
        List<AdmissionRequest> crowd = LongStream.rangeClosed(1, 16)
                .mapToObj(user -> new AdmissionRequest(CAMPAIGN, user, ""))
                .toList();
        assertThat(service.admit(crowd)).allMatch(Admission.Admitted.class::isInstance);
        assertThat(queued)
                .allSatisfy(group -> assertThat(group.reservations())
                        .allMatch(one -> Buckets.home(one.userId(), 4) == Buckets.bucketOf(group.campaignId())));
        assertThat(service.admit(crowd)).allMatch(Admission.AlreadyHolding.class::isInstance);
        assertThat(remaining(table)).isEqualTo(24);
        queued.forEach(group -> group.reservations()
                .forEach(one -> assertThat(redis.gates.holderOf(one.id()))
                        .contains(new StockGates.Holder(CAMPAIGN, one.userId()))));
        assertThat(instance(table).admit(CAMPAIGN, 1, "")).isInstanceOf(Admission.AlreadyHolding.class);
    }

    @Test
    void shouldLetNobodyChooseHisBucket() {
        BucketTable table = new BucketTable(redis, 10, 10);
        AdmissionService service = instance(table);
        for (int bucket = 1; bucket < Buckets.MAX; bucket++) {
            assertThat(service.admit(Buckets.gate(CAMPAIGN, bucket), 1, "")).isEqualTo(new NotReady(Cause.MISSING));
        }
        assertThat(remaining(table)).isEqualTo(20);
    }

    @Test
    void shouldBringUnitsToAnEmptyBucketUntilNoneIsLeftAnywhere() {
        BucketTable table = new BucketTable(redis, 0, 5);
        AdmissionService service = instance(table);
        List<Long> ofEmpty = users(0, 2, 6);
        for (long user : ofEmpty.subList(0, 5)) {
            assertThat(service.admit(CAMPAIGN, user, "")).isInstanceOf(Admission.Admitted.class);
        }
        assertThat(service.admit(CAMPAIGN, ofEmpty.getLast(), "")).isEqualTo(new Admission.SoldOut());
        assertThat(service.admit(CAMPAIGN, users(1, 2, 1).getFirst(), "")).isEqualTo(new Admission.SoldOut());
        assertThat(table.movedTo(0)).isEqualTo(5);
        assertThat(table.movedTo(1)).isEqualTo(-5);
        assertThat(state(0).drift()).isZero();
        assertThat(state(1).drift()).isZero();
    }

    @Test
    void shouldBringWhatComesBackToWhoeverAsks() {
        BucketTable table = new BucketTable(redis, 1, 0, 0);
        AdmissionService service =
                instance(table, new Times(Duration.ZERO, LONG.maxOnTheWay(), HANG_GUARD, HANG_GUARD));
        long first = users(0, 3, 1).getFirst();
        long other = users(2, 3, 1).getFirst();
        Admission admitted = service.admit(CAMPAIGN, first, "");
        assertThat(insist(service, other)).isEqualTo(new Admission.SoldOut());
        assertThat(redis.gates.release(
                        Buckets.homeGate(CAMPAIGN, first, 3),
                        List.of(new Hold(first, ((Admission.Admitted) admitted).reservationId(), true))))
                .containsExactly(Release.RELEASED);
        assertThat(service.admit(CAMPAIGN, other, ""))
                .as("at once, where nobody has looked in vain of late")
                .isInstanceOf(Admission.Admitted.class);
        assertThat(Times.USUAL.inVainFor()).as("of late").isLessThan(Duration.ofSeconds(1));
        assertThat(state(2).late())
                .as("whoever has read all holders hears of him")
                .isEqualTo(1);
    }

    @Test
    void shouldSellExactlyWhatThereIsToACrowdOfTwoInstances() {
        sellToACrowd();
    }

    @Test
    @Tag("long")
    void shouldSellExactlyWhatThereIsOnRedisCluster() {
        Path home = Path.of("target/bucket-cluster-" + ProcessHandle.current().pid());
        try (DevStack stack = DevStack.in(home).redisCluster().start()) {
            RedisFixture single = redis;
            redis = new RedisFixture(RedisFixture.cluster(stack));
            try {
                sellToACrowd();
            } finally {
                redis.redis.shutdown();
                redis = single;
            }
        }
    }

    private void sellToACrowd() {
        BucketTable table = new BucketTable(redis, 60, 0, 30, 7, 0, 0, 1, 2);
        List<AdmissionService> instances = List.of(instance(table), instance(table));
        List<CompletableFuture<Admission>> all = LongStream.rangeClosed(1, 400)
                .mapToObj(user -> CompletableFuture.supplyAsync(
                        () -> insist(instances.get((int) (user % 2)), user),
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        assertThat(all.stream().map(CompletableFuture::join).filter(Admission.Admitted.class::isInstance))
                .hasSize(100);
        assertThat(remaining(table)).isZero();
        assertThat(table.inAll()).isEqualTo(100);
        List<StockGateState> states =
                IntStream.range(0, table.buckets()).mapToObj(this::state).toList();
        assertThat(states.stream().mapToLong(StockGateState::moved).sum()).isZero();
        assertThat(states).allMatch(state -> state.drift() == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldOfferNothingTwiceWhenAMoveDies(boolean afterTheCommit) {
        BucketTable table = new BucketTable(redis, 0, 4);
        AdmissionService service = instance(table);
        table.beforeCommit = afterTheCommit ? () -> {} : BucketTable::fail;
        table.afterCommit = afterTheCommit ? BucketTable::fail : () -> {};
        assertThat(service.admit(CAMPAIGN, SHOPPER, ""))
                .as("nobody knows whether all is sold")
                .isEqualTo(new NotReady(Cause.REBUILDING));
        table.beforeCommit = () -> {};
        table.afterCommit = () -> {};
        assertThat(remaining(table)).as("two are lost, until somebody compares").isEqualTo(2);
        table.makeGate(afterTheCommit ? 0 : 1); // as the reconciliation does when it has
        assertThat(remaining(table)).isEqualTo(4);
        assertThat(insist(service, SHOPPER)).isInstanceOf(Admission.Admitted.class);
        assertThat(table.inAll()).isEqualTo(4);
    }

    /** MySQL is away, or a statement took too long: no process died, so the caller can clean up. */
    @Test
    void shouldPutBackAtOnceWhatWasTakenForAMoveThatIsNeverCommitted() {
        BucketTable table = new BucketTable(redis, 0, 4);
        AdmissionService service = instance(table);
        table.beforeEnd = BucketTable::fail;
        assertThat(service.admit(CAMPAIGN, SHOPPER, "")).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(state(1).remaining()).isEqualTo(4);
        assertThat(state(1).moved()).as("nothing is on its way").isZero();
        assertThat(state(1).returned())
                .as("a gate that was empty is not any more")
                .isPositive();
        table.beforeEnd = () -> {};
        assertThat(insist(service, SHOPPER)).isInstanceOf(Admission.Admitted.class);
        assertThat(table.inAll()).isEqualTo(4);
    }

    @Test
    void shouldPutNothingBackIntoAGateThatWasMadeAnewSince() {
        BucketTable table = new BucketTable(redis, 0, 4);
        table.beforeEnd = BucketTable::fail;
        table.afterRollback = () -> table.makeGate(1);
        assertThat(instance(table).admit(CAMPAIGN, SHOPPER, "")).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(state(1).remaining()).isEqualTo(4);
        assertThat(state(1).moved()).isZero();
    }

    @Test
    void shouldPutBackOnceWhateverIsRepeatedOrComesLate() {
        BucketTable table = new BucketTable(redis, 0, 5);
        long giver = Buckets.gate(CAMPAIGN, 1);
        StockGates moves = redis.gates;
        assertThat(moves.moveOut(giver, "m", HANG_GUARD)).isEqualTo(3);
        assertThat(moves.moveBack(giver, "m")).isEqualTo(3);
        assertThat(moves.moveBack(giver, "m")).isZero();
        assertThat(moves.moveOut(giver, "m", HANG_GUARD)).as("a repeated call").isZero();
        assertThat(moves.moveBack(giver, "late")).isZero();
        assertThat(moves.moveOut(giver, "late", HANG_GUARD)).isZero();
        assertThat(moves.moveBack(Buckets.gate(CAMPAIGN, 7), "m")).as("no gate").isZero();
        assertThat(remaining(table)).isEqualTo(5);
        assertThat(state(1).moved()).isZero();
    }

    @Test
    void shouldOfferNothingTwiceWhenTheReceiverIsMadeAnewBeforeItIsGivenTheUnits() {
        BucketTable table = new BucketTable(redis, 0, 4);
        AdmissionService service = instance(table);
        table.afterCommit = () -> table.makeGate(0);
        assertThat(service.admit(CAMPAIGN, SHOPPER, "")).isInstanceOf(Admission.Admitted.class);
        assertThat(remaining(table)).isEqualTo(3);
    }

    /** Units taken from a gate that is then rebuilt would be there twice: the rows are locked until the commit. */
    @Test
    void shouldNotMakeAGateAnewWhileUnitsAreTakenOutOfIt() throws Exception {
        BucketTable table = new BucketTable(redis, 0, 4);
        AdmissionService service = instance(table);
        List<Thread> rebuild = new CopyOnWriteArrayList<>();
        table.beforeCommit = () -> {
            if (rebuild.isEmpty()) {
                rebuild.add(Thread.ofVirtual().start(() -> table.makeGate(1)));
                await().until(() -> state(1).rebuilding());
            }
        };
        assertThat(insist(service, SHOPPER)).isInstanceOf(Admission.Admitted.class);
        rebuild.getFirst().join();
        assertThat(remaining(table)).isEqualTo(3);
        assertThat(state(1).remaining()).isEqualTo(2);
    }

    @Test
    void shouldNotTakeFromWhatCannotBeBelieved() {
        BucketTable table = new BucketTable(redis, 0, 4);
        long full = Buckets.gate(CAMPAIGN, 1);
        StockGateRebuild.begin(redis.gates, full);
        assertThat(redis.gates.moveOut(full, "a", HANG_GUARD)).isZero();
        assertThat(instance(table).admit(CAMPAIGN, SHOPPER, ""))
                .as("the other bucket may have units")
                .isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(redis.gates.moveOut(Buckets.gate(CAMPAIGN, 7), "b", HANG_GUARD))
                .isZero();
    }

    @Test
    void shouldMoveOnceHoweverOftenACallIsRepeated() {
        BucketTable table = new BucketTable(redis, 0, 5);
        long giver = Buckets.gate(CAMPAIGN, 1);
        long receiver = Buckets.gate(CAMPAIGN, 0);
        String epoch = state(0).epoch();
        for (int i = 0; i < 3; i++) {
            assertThat(redis.gates.moveOut(giver, "m", HANG_GUARD)).isEqualTo(3);
        }
        assertThat(state(1).remaining()).isEqualTo(2);
        assertThat(state(1).moved()).isEqualTo(-3);
        for (int i = 0; i < 3; i++) {
            assertThat(redis.gates.moveIn(receiver, "m", epoch, 3)).isTrue();
        }
        assertThat(state(0).remaining()).isEqualTo(3);
        assertThat(state(0).returned()).isEqualTo(1);
        table.makeGate(0);
        assertThat(redis.gates.moveIn(receiver, "n", epoch, 3))
                .as("it is another gate by now")
                .isFalse();
    }

    /** A surplus of Redis, as after a fail-over, must not come back. */
    @Test
    void shouldNotMoveWhatTheDatabaseHasNot() {
        BucketTable table = new BucketTable(redis, 0, 1);
        List<Long> ofOther = users(1, 2, 1);
        table.place(1, ofOther.getFirst(), 16); // Redis has forgotten this user
        AdmissionService service = instance(table);
        assertThat(insist(service, SHOPPER)).isEqualTo(new Admission.SoldOut());
        assertThat(remaining(table)).isZero();
        assertThat(state(1).moved()).as("it is not on its way to anybody").isZero();
        assertThat(table.inAll()).isEqualTo(1);
    }

    @Test
    void shouldShowAllBucketsOfACampaign() {
        new BucketTable(redis, 1, 2, 3);
        redis.open(RedisFixture.campaign(CAMPAIGN + 1, 9));
        StockGates fresh = new StockGates(redis.redis, "sale");
        var states = fresh.bucketStates(List.of(CAMPAIGN, CAMPAIGN + 1, CAMPAIGN + 2));
        assertThat(Objects.requireNonNull(states.get(CAMPAIGN)).stream()
                        .map(Optional::orElseThrow)
                        .map(StockGateState::remaining))
                .containsExactly(1L, 2L, 3L);
        assertThat(states.get(CAMPAIGN + 1)).hasSize(1);
        assertThat(states.get(CAMPAIGN + 2)).containsExactly(Optional.empty());
    }
}
