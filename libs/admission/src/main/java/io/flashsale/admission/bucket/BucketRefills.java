package io.flashsale.admission.bucket;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refills an empty bucket with half of what the fullest bucket has: out of its gate, from row to row, into the other
 * gate.
 *
 * <p>Guarantees that no unit is ever offered twice. Each unit put into a gate was first taken out of another gate and
 * moved in the database, with both rows locked. A gate that was rebuilt meanwhile has the units already, and gets
 * none. Units taken for a move that the database certainly never commits are put back at once.
 *
 * <p>Does not guarantee that all units stay available. In these cases nobody can have the units until the
 * reconciliation finds that Redis has less than the database:
 * <ul>
 *   <li>the process dies between these steps;
 *   <li>it does not hear whether the database has committed;
 *   <li>Redis does not answer when units are put into the other gate, or back.
 * </ul>
 *
 * <p>Each bucket has one refill at a time, on a thread of its own; requests that come meanwhile share its result.
 * After its deadline they all hear at once that the result is unknown. The refill then ends by itself, at the
 * latest after the time-outs of the database and of one script.
 *
 * <p>Nothing is left if no gate has a unit and no unit is on its way. Units on their way show in the gates' sums:
 * what was moved in, less what was moved out, is then not 0. If that stays so while nothing else is moved, the units
 * count as lost, and only then is nothing left.
 */
public final class BucketRefills implements BucketSupply {

    private static final Logger log = LoggerFactory.getLogger(BucketRefills.class);

    /** How long nobody looks again after a look that found nothing, or could not tell. */
    private static final Duration IN_VAIN_FOR = Duration.ofMillis(100);

    /**
     * How long units may be on their way before they are believed to be lost. Any other move restarts this time.
     *
     * <p>Longer than {@link #MAX_REDIS} plus twice the time-out of stock-service's {@code BucketLedger}. Units may be
     * out of a gate for the first before that is heard; then the statements may run for the second. Only a commit
     * that is answered even later is taken for lost by mistake.
     */
    private static final Duration MAX_ON_THE_WAY = Duration.ofSeconds(3);

    /** How long callers wait; after that it is unknown whether the bucket gets units. */
    private static final Duration DEADLINE = Duration.ofMillis(750);

    /** How long each of the two questions to Redis may take while rows are locked. */
    private static final Duration MAX_REDIS = Duration.ofMillis(500);

    private static final Duration PAUSE = Duration.ofMillis(5);

    /** How often a refill tries to move units before it gives up with UNKNOWN. */
    private static final int MAX_MOVES = 20;

    /** The refills that are under way, by the gate of the bucket. */
    private final ConcurrentMap<Long, CompletableFuture<Supplied>> refills = new ConcurrentHashMap<>();

    /** The time limits of a refill, which the constants of the same names explain. */
    record Times(Duration inVainFor, Duration maxOnTheWay, Duration deadline, Duration maxRedis) {

        static final Times USUAL = new Times(IN_VAIN_FOR, MAX_ON_THE_WAY, DEADLINE, MAX_REDIS);
    }

    private final StockGates gates;
    private final BucketMoves moves;
    private final Times times;
    private final Cache<Long, Supplied> inVain;

    /**
     * Units on their way at the last look, by the campaign; the next refill of one of its buckets goes on with them.
     */
    private final Cache<Long, OnTheWay> onTheWay =
            Caffeine.newBuilder().maximumSize(10_000).build();

    private final LongAdder moved = new LongAdder();
    private final LongAdder units = new LongAdder();
    private volatile boolean failing;

    public BucketRefills(StockGates gates, BucketMoves moves) {
        this(gates, moves, Times.USUAL);
    }

    BucketRefills(StockGates gates, BucketMoves moves, Times times) {
        this.gates = gates;
        this.moves = moves;
        this.times = times;
        this.inVain = Caffeine.newBuilder()
                .expireAfterWrite(times.inVainFor())
                .maximumSize(10_000)
                .build();
    }

    @Override
    public CompletableFuture<Supplied> supply(long campaignId, int bucket, int buckets) {
        Supplied before = inVain.getIfPresent(campaignId);
        if (before != null) {
            return CompletableFuture.completedFuture(before);
        }
        long gate = Buckets.gate(campaignId, bucket);
        CompletableFuture<Supplied> supplied = new CompletableFuture<>();
        CompletableFuture<Supplied> underWay = refills.putIfAbsent(gate, supplied);
        if (underWay != null) {
            return underWay;
        }
        var _ = supplied.completeOnTimeout(Supplied.UNKNOWN, times.deadline().toNanos(), TimeUnit.NANOSECONDS);
        Thread.ofVirtual().name("refill-of-" + gate).start(() -> {
            Supplied answer = Supplied.UNKNOWN;
            try {
                answer = refillAndNote(campaignId, bucket, buckets);
            } finally {
                refills.remove(gate); // first, so that nobody who asks after the answer is given the same one
                supplied.complete(answer);
            }
        });
        return supplied;
    }

    private Supplied refillAndNote(long campaignId, int bucket, int buckets) {
        Supplied before = inVain.getIfPresent(campaignId);
        if (before != null) {
            return before;
        }
        Supplied supplied;
        try {
            supplied = refill(campaignId, bucket, buckets);
            failing = false;
        } catch (RuntimeException fault) { // any fault of Redis or of the database
            if (!failing) {
                log.warn("campaign {} has an empty bucket, and nobody can move units there", campaignId, fault);
            }
            failing = true;
            supplied = Supplied.UNKNOWN;
        }
        if (supplied != Supplied.SUPPLIED) {
            inVain.put(campaignId, supplied);
        }
        return supplied;
    }

    private Supplied refill(long campaignId, int bucket, int buckets) {
        long begin = System.nanoTime();
        for (int attempt = 0; attempt < MAX_MOVES && !hasPassed(times.deadline(), begin); ) {
            Look look = new Look(campaignId, buckets);
            if (look.remaining(bucket) > 0) {
                return Supplied.SUPPLIED;
            }
            if (look.isComplete() && look.onTheWay() == 0) {
                onTheWay.invalidate(campaignId);
            }
            OptionalInt giver = look.fullest();
            if (giver.isPresent()) {
                attempt++;
                if (move(campaignId, giver.getAsInt(), bucket)) {
                    return Supplied.SUPPLIED;
                }
            } else if (!look.isComplete()) {
                return Supplied.UNKNOWN;
            } else if (look.onTheWay() == 0 || isLost(campaignId, look)) {
                return Supplied.NOTHING_LEFT;
            } else {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        return Supplied.UNKNOWN;
    }

    private static boolean hasPassed(Duration time, long begin) {
        return System.nanoTime() - begin >= time.toNanos();
    }

    /**
     * Units on their way, while no other unit has moved since they were first seen.
     *
     * @param moves as the look says
     * @param seenAt {@link System#nanoTime} at the end of the first look that saw them
     * @param told whether the log says already that they are lost
     */
    private record OnTheWay(List<Moved> moves, long seenAt, AtomicBoolean told) {}

    /** Whether the units on their way were so for too long when the look began. */
    private boolean isLost(long campaignId, Look look) {
        OnTheWay units = onTheWay.asMap()
                .compute(
                        campaignId,
                        (id, known) -> known != null && known.moves().equals(look.moves())
                                ? known
                                : new OnTheWay(look.moves(), look.endedAt, new AtomicBoolean()));
        if (look.begunAt - units.seenAt() < times.maxOnTheWay().toNanos()) {
            return false;
        }
        if (!units.told().getAndSet(true)) {
            log.warn(
                    "{} units of campaign {} are in no bucket in Redis, the reconciliation will tell",
                    look.onTheWay(),
                    campaignId);
        }
        return true;
    }

    /**
     * What a gate says of its moves. Each completed move changes this for good, because {@code returned} counts it;
     * so the same number of units on their way later is told from the earlier one.
     */
    private record Moved(String epoch, long units, long returned) {}

    /** Reads all gates one after the other; leaves out those that are missing or cannot be believed. */
    private final class Look {

        private final int buckets;
        private final Map<Integer, StockGateState> warm = new TreeMap<>();
        private final long begunAt = System.nanoTime();
        private final long endedAt;

        Look(long campaignId, int buckets) {
            this.buckets = buckets;
            gates.states(IntStream.range(0, buckets)
                            .mapToObj(bucket -> Buckets.gate(campaignId, bucket))
                            .toList())
                    .forEach((gate, state) -> state.filter(known -> known.sameRun() && !known.rebuilding())
                            .ifPresent(known -> warm.put(Buckets.bucketOf(gate), known)));
            endedAt = System.nanoTime();
        }

        boolean isComplete() {
            return warm.size() == buckets;
        }

        long remaining(int bucket) {
            StockGateState state = warm.get(bucket);
            return state == null ? 0 : state.remaining();
        }

        /** The bucket with most units; empty if none has any. */
        OptionalInt fullest() {
            return IntStream.range(0, buckets)
                    .filter(bucket -> remaining(bucket) > 0)
                    .boxed()
                    .max(Comparator.comparingLong(this::remaining))
                    .map(OptionalInt::of)
                    .orElse(OptionalInt.empty());
        }

        /** Units that were taken out of a bucket and not put into another yet. */
        long onTheWay() {
            return -warm.values().stream().mapToLong(StockGateState::moved).sum();
        }

        List<Moved> moves() {
            return warm.values().stream()
                    .map(state -> new Moved(state.epoch(), state.moved(), state.returned()))
                    .toList();
        }
    }

    /** Moves units; returns whether any were moved. */
    private boolean move(long campaignId, int from, int to) {
        String move = UUID.randomUUID().toString();
        long giver = Buckets.gate(campaignId, from);
        long receiver = Buckets.gate(campaignId, to);
        AtomicReference<String> epoch = new AtomicReference<>("");
        long taken;
        try {
            taken = moves.move(move, campaignId, from, to, () -> {
                // Both rows are locked: until the commit, no rebuild of these gates can read them.
                Optional<String> known = gates.epoch(receiver, times.maxRedis());
                if (known.isEmpty()) {
                    return 0;
                }
                epoch.set(known.get());
                return gates.moveOut(giver, move, times.maxRedis());
            });
        } catch (NotMovedException certain) {
            if (!epoch.get().isEmpty()) { // else no units were asked for
                putBack(giver, move, certain);
            }
            throw certain;
        }
        if (taken == 0) {
            gates.forgetMove(giver, move); // a surplus of Redis is not on its way to anywhere
            return false;
        }
        moved.increment();
        units.add(taken);
        gates.moveIn(receiver, move, epoch.get(), taken);
        return true;
    }

    private void putBack(long gate, String move, NotMovedException why) {
        try {
            gates.moveBack(gate, move);
        } catch (RedisException unreachable) {
            // Until the reconciliation finds what the gate has lost, shoppers who ask it are told to wait.
            why.addSuppressed(unreachable);
        }
    }

    /** Moves since the start. */
    public long moves() {
        return moved.sum();
    }

    /** Units that were moved since the start. */
    public long movedUnits() {
        return units.sum();
    }
}
