package io.flashsale.locklab.redis.segment;

import static io.flashsale.locklab.redis.segment.SegmentedStock.homeOf;
import static io.flashsale.locklab.redis.segment.SegmentedStock.segmentOf;

import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import java.time.Duration;

/**
 * Segments again, but a buyer with an empty segment tries the next one, until all were tried.
 *
 * <p>Guarantees: what {@link SegmentedStock} does; it says "sold out" only after it has found each segment empty.
 *
 * <p>Does not guarantee: speed at the end. The last buyers try all segments, with a lock for each.
 */
public final class WalkingSegmentedStock implements StockScheme {

    private final StockScheme segment;
    private final SegmentedStock spread;
    private final int segments;

    public WalkingSegmentedStock(LockScheme lock, ProtectedResource resource, Duration timeout, int segments) {
        this.segment = new LockedStock(lock, resource, timeout);
        this.spread = new SegmentedStock(lock, resource, timeout, segments);
        this.segments = segments;
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        int home = homeOf(Thread.currentThread().getName(), segments);
        for (int walked = 0; walked < segments; walked++) {
            Outcome outcome = segment.deduct(segmentOf(item, (home + walked) % segments), units);
            if (outcome != Outcome.SOLD_OUT) {
                return outcome;
            }
        }
        return Outcome.SOLD_OUT;
    }

    @Override
    public void fill(String item, int units) {
        spread.fill(item, units);
    }

    @Override
    public int left(String item) {
        return spread.left(item);
    }

    @Override
    public void close() {
        spread.close();
    }
}
