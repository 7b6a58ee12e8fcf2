package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.client.Redis;
import java.util.concurrent.atomic.AtomicLong;

/** User numbers, each of which buys once. No two processes use the same number. */
final class Users {

    private static final long EACH = 1_000_000_000L;

    private final AtomicLong last;
    private final int process;

    Users(Redis registry) {
        process = Math.toIntExact(registry.call("INCR", "user-ranges").number());
        last = new AtomicLong(process * EACH);
    }

    long next() {
        return last.incrementAndGet();
    }

    /** The number of this process, from 1. */
    int process() {
        return process;
    }
}
