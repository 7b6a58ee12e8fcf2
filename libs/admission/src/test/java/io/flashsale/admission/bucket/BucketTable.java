package io.flashsale.admission.bucket;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateRebuild.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Plays the rows of a campaign in the database; each call is a transaction that a test can make die at its end. */
final class BucketTable implements BucketMoves {

    /** Plays the death of the process, or a fault of the database: the moment tells. */
    static void fail() {
        throw new IllegalStateException("as a test wants it");
    }

    private final ReentrantLock rows = new ReentrantLock();
    private final RedisFixture redis;
    private final long[] available;
    private final long[] moved;
    private final List<List<Held>> held = new ArrayList<>();

    /** An exception from here ends the transaction, as a fault of the database would. */
    volatile Runnable beforeEnd = () -> {};

    volatile Runnable beforeCommit = () -> {};
    volatile Runnable afterRollback = () -> {};
    volatile Runnable afterCommit = () -> {};

    BucketTable(RedisFixture redis, long... units) {
        this.redis = redis;
        this.available = units.clone();
        this.moved = new long[units.length];
        IntStream.range(0, units.length).forEach(bucket -> {
            held.add(new ArrayList<>());
            makeGate(bucket);
        });
    }

    int buckets() {
        return available.length;
    }

    /** Makes the gate as the warm-up does, once all admitted users are in the database. */
    void makeGate(int bucket) {
        Campaign one = RedisFixture.campaign(0);
        StockGateRebuild rebuild = StockGateRebuild.begin(redis.gates, Buckets.gate(RedisFixture.CAMPAIGN, bucket));
        rows.lock();
        try {
            long remaining = available[bucket] - held.get(bucket).size();
            Campaign campaign = new Campaign(
                    Buckets.gate(RedisFixture.CAMPAIGN, bucket),
                    1,
                    one.opensAt(),
                    one.closesAt(),
                    available[bucket] - moved[bucket],
                    "",
                    1,
                    false,
                    available.length);
            if (!rebuild.reopen(campaign, remaining, moved[bucket], held.get(bucket).stream())) {
                throw new AssertionError("the gate could not be opened");
            }
        } finally {
            rows.unlock();
        }
    }

    /** Records the reservation in the database. */
    void place(int bucket, long user, long reservation) {
        rows.lock();
        try {
            held.get(bucket).add(new Held(user, reservation));
        } finally {
            rows.unlock();
        }
    }

    /** Units of all buckets, left or held; moves do not change the sum. */
    long inAll() {
        return IntStream.range(0, available.length)
                .mapToLong(bucket -> available[bucket])
                .sum();
    }

    long movedTo(int bucket) {
        return moved[bucket];
    }

    @Override
    public long move(String move, long campaignId, int from, int to, LongSupplier take) {
        long units;
        rows.lock();
        try {
            units = takeOrRollBack(take);
            beforeCommit.run();
            if (units == 0 || available[from] - held.get(from).size() < units) {
                return 0;
            }
            available[from] -= units;
            moved[from] -= units;
            available[to] += units;
            moved[to] += units;
        } catch (NotMovedException rolledBack) {
            afterRollback.run();
            throw rolledBack;
        } finally {
            rows.unlock();
        }
        afterCommit.run();
        return units;
    }

    private long takeOrRollBack(LongSupplier take) {
        try {
            long units = take.getAsLong();
            beforeEnd.run();
            return units;
        } catch (RuntimeException fault) {
            throw new NotMovedException(fault);
        }
    }
}
