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
 * Moves half of what the fullest bucket has to one that is empty: out of the one gate, from row to row, into the other gate.
 *
 * <p>Guarantees that no unit is ever offered twice: what is put into a gate was taken out of another one and moved in the database
 * before, both rows locked, and a gate that was made anew meanwhile is not given what it was made of. What was taken out for a move
 * that the database certainly never commits is put back at once. Does not guarantee that
 * no unit is lost for a while: whoever dies between these steps, does not hear whether the database has committed, or has no answer of
 * Redis when units are to be put into the other gate, or back, leaves units that nobody can have until the reconciliation finds that
 * Redis has less than the database.
 *
 * <p>There is one refill of a bucket at a time, on a thread of its own, and whoever asks meanwhile hears the same. It has one deadline: from
 * then on everybody hears at once that it is not known, while it ends by itself, which takes as long as the database may, and Redis
 * for one script.
 *
 * <p>Nothing is left when no gate has a unit and none is on its way from one to another. That shows: what all gates say was moved
 * into them, less what was moved out, is 0 then. Units that stay on their way, while not one gate says that anything else was moved,
 * are believed to be lost in the end, and only then nothing is left either.
 */
public final class BucketRefills implements BucketSupply {

    private static final Logger log = LoggerFactory.getLogger(BucketRefills.class);

    /** So long nobody looks again once nothing was left, or nobody could tell. */
    private static final Duration IN_VAIN_FOR = Duration.ofMillis(100);

    /**
     * What is on its way for longer is believed to be lost, until something else is moved: longer than {@link #MAX_REDIS}, so long may
     * units be out of a gate before that is heard, and twice the time-out of stock-service's {@code BucketLedger}, so long may its
     * statements take after that. Only of a commit that is answered later than this it is believed, too.
     */
    private static final Duration MAX_ON_THE_WAY = Duration.ofSeconds(3);

    /** After that it is not known whether the bucket gets any. */
    private static final Duration DEADLINE = Duration.ofMillis(750);

    /** For each of the two questions while rows are locked: others wait for these. */
    private static final Duration MAX_REDIS = Duration.ofMillis(500);

    private static final Duration PAUSE = Duration.ofMillis(5);

    /** Whoever finds a full bucket and cannot get anything out of it so often does not know what is the matter. */
    private static final int MAX_MOVES = 20;

    /** Those that are under way, by the gate of the bucket. */
    private final ConcurrentMap<Long, CompletableFuture<Supplied>> refills = new ConcurrentHashMap<>();

    /**
     * How long all that may take.
     *
     * @param inVainFor see {@link #IN_VAIN_FOR}
     * @param maxOnTheWay see {@link #MAX_ON_THE_WAY}
     * @param deadline see {@link #DEADLINE}
     * @param maxRedis see {@link #MAX_REDIS}
     */
    record Times(Duration inVainFor, Duration maxOnTheWay, Duration deadline, Duration maxRedis) {

        static final Times USUAL = new Times(IN_VAIN_FOR, MAX_ON_THE_WAY, DEADLINE, MAX_REDIS);
    }

    private final StockGates gates;
    private final BucketMoves moves;
    private final Times times;
    private final Cache<Long, Supplied> inVain;

    /** What was on its way when somebody last looked, by the campaign; whoever refills one of its buckets goes on with it. */
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
            try {
                supplied.complete(refillAndNote(campaignId, bucket, buckets));
            } finally {
                refills.remove(gate);
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
        } catch (RuntimeException fault) { // of Redis, or of the database, whatever that throws
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
     * Units on their way, which nothing was moved beside since they were first seen.
     *
     * @param moves as the look says
     * @param seenAt {@link System#nanoTime} when the first look that has seen them had ended
     * @param told whether somebody has said that they are lost
     */
    private record OnTheWay(List<Moved> moves, long seenAt, AtomicBoolean told) {}

    /** What was on its way for too long when this look began. */
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
     * What a gate says of moves. Each that comes to its end changes it for good, as it counts returns: the same number of units may be
     * on its way once more, and then they are others.
     */
    private record Moved(String epoch, long units, long returned) {}

    /** All gates, one after the other; those that are not there, or cannot be believed, are left out. */
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

        /** The bucket that has most; empty if none has anything. */
        OptionalInt fullest() {
            return IntStream.range(0, buckets)
                    .filter(bucket -> remaining(bucket) > 0)
                    .boxed()
                    .max(Comparator.comparingLong(this::remaining))
                    .map(OptionalInt::of)
                    .orElse(OptionalInt.empty());
        }

        /** Units that were taken out of one and not put into another yet. */
        long onTheWay() {
            return -warm.values().stream().mapToLong(StockGateState::moved).sum();
        }

        /** Of each bucket, by their numbers. */
        List<Moved> moves() {
            return warm.values().stream()
                    .map(state -> new Moved(state.epoch(), state.moved(), state.returned()))
                    .toList();
        }
    }

    /** Whether units were moved. */
    private boolean move(long campaignId, int from, int to) {
        String move = UUID.randomUUID().toString();
        long giver = Buckets.gate(campaignId, from);
        long receiver = Buckets.gate(campaignId, to);
        AtomicReference<String> epoch = new AtomicReference<>("");
        long taken;
        try {
            taken = moves.move(move, campaignId, from, to, () -> {
                // Both rows are locked: until the commit, nobody reads them to make one of these gates anew.
                Optional<String> known = gates.epoch(receiver, times.maxRedis());
                if (known.isEmpty()) {
                    return 0;
                }
                epoch.set(known.get());
                return gates.moveOut(giver, move, times.maxRedis());
            });
        } catch (NotMovedException certain) {
            if (!epoch.get().isEmpty()) { // else nobody was asked for units
                putBack(giver, move, certain);
            }
            throw certain;
        }
        if (taken == 0) {
            gates.forgetMove(giver, move); // if it was a surplus of Redis, it is not on its way to anywhere
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
            // Who asks for units of this gate is told to wait, and if it has lost some the reconciliation will tell.
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
