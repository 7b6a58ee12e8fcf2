package io.flashsale.locklab.redis.segment;

import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * Stock split into segments with a lock each, so that one buyer per segment is served at a time. A buyer's name
 * selects their segment, as requests are spread by user or by thread.
 *
 * <p>Guarantees: what its lock does, for each segment; so there may be as many holders as there are segments.
 *
 * <p>Does not guarantee: that everything is sold. Segments run out at different times, and a buyer with an empty
 * segment is told "sold out" while others have stock. See {@link WalkingSegmentedStock}.
 */
public final class SegmentedStock implements StockScheme {

    private final StockScheme segment;
    private final LockScheme lock;
    private final int segments;

    public SegmentedStock(LockScheme lock, ProtectedResource resource, Duration timeout, int segments) {
        this.lock = lock;
        this.segment = new LockedStock(lock, resource, timeout);
        this.segments = segments;
    }

    /** The item name under which a segment is stored. */
    static String segmentOf(String item, int number) {
        return item + "/" + number;
    }

    /** The segment that a buyer of this name tries first. */
    static int homeOf(String buyer, int segments) {
        return Math.floorMod(buyer.hashCode(), segments);
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        int home = homeOf(Thread.currentThread().getName(), segments);
        return segment.deduct(segmentOf(item, home), units);
    }

    @Override
    public void fill(String item, int units) {
        for (int number = 0; number < segments; number++) {
            segment.fill(segmentOf(item, number), units / segments + (number < units % segments ? 1 : 0));
        }
    }

    @Override
    public int left(String item) {
        return IntStream.range(0, segments)
                .map(number -> segment.left(segmentOf(item, number)))
                .sum();
    }

    @Override
    public void close() {
        lock.close();
    }
}
