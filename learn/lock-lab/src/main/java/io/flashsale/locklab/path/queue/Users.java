package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.client.Redis;
import java.util.concurrent.atomic.AtomicLong;

/** User numbers. One user in nine clicks twice at once. No two processes use the same number. */
final class Users {

    private static final long EACH = 1_000_000_000L;
    private static final int SECOND_CLICK = 10;

    private final AtomicLong clicks = new AtomicLong();
    private final long first;

    Users(Redis registry) {
        first = registry.call("INCR", "user-ranges").number() * EACH;
    }

    /** The user of the next click. */
    long next() {
        long click = clicks.incrementAndGet();
        return first + click - click / SECOND_CLICK;
    }
}
