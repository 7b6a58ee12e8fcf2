package io.flashsale.devstack.server.sql;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes short names that no other JVM on this machine makes. */
final class Unique {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Unique() {}

    /** The pid and a counter; the random digits protect against a later JVM with the same pid. */
    static String name() {
        return Long.toString(ProcessHandle.current().pid(), 36)
                + "_" + COUNT.incrementAndGet()
                + Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36, 36 * 36 * 36), 36);
    }
}
