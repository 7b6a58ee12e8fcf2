package io.flashsale.admission.bucket;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves half of what the fullest bucket has to one that is empty: out of the one gate, from row to row, into the other gate.
 *
 * <p>Guarantees that no unit is ever offered twice: what is put into a gate was taken out of another one and moved in the database
 * before, both rows locked, and a gate that was made anew meanwhile is not given what it was made of. Does not guarantee that
 * no unit is lost for a while: whoever dies between these steps leaves units that nobody can have until the reconciliation finds that
 * Redis has less than the database.
 *
 * <p>Nothing is left when no gate has a unit and none is on its way from one to another. That shows: what all gates say was moved
 * into them, less what was moved out, is 0 then.
 */
public final class BucketRefills implements BucketSupply {

    private static final Logger log = LoggerFactory.getLogger(BucketRefills.class);

    /** So long nobody looks again once nothing was left, or nobody could tell. */
    private static final Duration IN_VAIN_FOR = Duration.ofMillis(100);

    /** What is on its way for longer is believed to be lost, until some other number is. */
    private static final Duration MAX_ON_THE_WAY = Duration.ofMillis(500);

    /** For whoever is moving units there already. */
    private static final Duration MAX_WAIT = Duration.ofMillis(500);

    private static final Duration LOST_FOR = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** Whoever finds a full bucket and cannot get anything out of it so often does not know what is the matter. */
    private static final int MAX_MOVES = 20;

    /** One refill of a bucket at a time; buckets that share a lock wait for each other, but not for long. */
    private final ReentrantLock[] oneAtATime =
            IntStream.range(0, 64).mapToObj(lock -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    private final StockGates gates;
    private final BucketMoves moves;
    private final Cache<Long, Supplied> inVain = Caffeine.newBuilder()
            .expireAfterWrite(IN_VAIN_FOR)
            .maximumSize(10_000)
            .build();
    private final Cache<Long, Long> lost =
            Caffeine.newBuilder().expireAfterWrite(LOST_FOR).maximumSize(10_000).build();
    private final LongAdder moved = new LongAdder();
    private final LongAdder units = new LongAdder();
    private volatile boolean failing;

    public BucketRefills(StockGates gates, BucketMoves moves) {
        this.gates = gates;
        this.moves = moves;
    }

    @Override
    public Supplied supply(long campaignId, int bucket, int buckets) {
        Supplied before = inVain.getIfPresent(campaignId);
        if (before != null) {
            return before;
        }
        ReentrantLock lock = oneAtATime[Math.floorMod(campaignId * Buckets.MAX + bucket, oneAtATime.length)];
        if (!isLocked(lock)) {
            return Supplied.UNKNOWN;
        }
        try {
            before = inVain.getIfPresent(campaignId);
            return before != null ? before : refillAndNote(campaignId, bucket, buckets);
        } finally {
            lock.unlock();
        }
    }

    /** A move that hangs, in Redis or for a row in the database, keeps nobody else for longer than this. */
    private static boolean isLocked(ReentrantLock lock) {
        try {
            return lock.tryLock(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Supplied refillAndNote(long campaignId, int bucket, int buckets) {
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
        long giveUp = System.nanoTime() + MAX_ON_THE_WAY.toNanos();
        for (int attempt = 0; attempt < MAX_MOVES; ) {
            Look look = new Look(campaignId, buckets);
            if (look.remaining(bucket) > 0) {
                return Supplied.SUPPLIED;
            }
            OptionalInt giver = look.fullest();
            if (giver.isPresent()) {
                attempt++;
                if (move(campaignId, giver.getAsInt(), bucket)) {
                    return Supplied.SUPPLIED;
                }
            } else if (!look.isComplete()) {
                return Supplied.UNKNOWN;
            } else if (look.onTheWay() == 0 || isLost(campaignId, look, giveUp)) {
                return Supplied.NOTHING_LEFT;
            } else {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        return Supplied.UNKNOWN;
    }

    private boolean isLost(long campaignId, Look look, long giveUp) {
        Long known = lost.getIfPresent(campaignId);
        if (known != null && known == look.onTheWay()) {
            return true;
        }
        if (System.nanoTime() - giveUp < 0) {
            return false;
        }
        lost.put(campaignId, look.onTheWay());
        log.warn(
                "{} units of campaign {} are in no bucket in Redis, the reconciliation will tell",
                look.onTheWay(),
                campaignId);
        return true;
    }

    /** All gates, one after the other; those that are not there, or cannot be believed, are left out. */
    private final class Look {

        private final int buckets;
        private final Map<Integer, StockGateState> warm = new HashMap<>();

        Look(long campaignId, int buckets) {
            this.buckets = buckets;
            gates.states(IntStream.range(0, buckets)
                            .mapToObj(bucket -> Buckets.gate(campaignId, bucket))
                            .toList())
                    .forEach((gate, state) -> state.filter(known -> known.sameRun() && !known.rebuilding())
                            .ifPresent(known -> warm.put(Buckets.bucketOf(gate), known)));
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
    }

    /** Whether units were moved. */
    private boolean move(long campaignId, int from, int to) {
        String move = UUID.randomUUID().toString();
        long receiver = Buckets.gate(campaignId, to);
        AtomicReference<String> epoch = new AtomicReference<>("");
        long taken = moves.move(move, campaignId, from, to, () -> {
            // Both rows are locked: until the commit, nobody reads them to make one of these gates anew.
            Optional<StockGateState> state = gates.state(receiver);
            if (state.isEmpty()) {
                return 0;
            }
            epoch.set(state.get().epoch());
            return gates.moveOut(Buckets.gate(campaignId, from), move);
        });
        if (taken == 0) {
            return false;
        }
        moved.increment();
        units.add(taken);
        gates.moveIn(receiver, move, epoch.get(), taken);
        return true;
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
