package io.flashsale.locklab.jvm;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * {@code synchronized}: the monitor of an object, which each JVM has one of.
 *
 * <p>Guarantees: one thread of this process at a time, the same thread again (it is reentrant), and release whatever
 * happens, also when the process dies.
 *
 * <p>Does not guarantee: anything between two processes. Each has an object of its own, and locks itself only. Nor does
 * it give up waiting: timeout is of no use here.
 */
public final class MonitorLock implements LockScheme {

    private final Object monitor = new Object();

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        synchronized (monitor) {
            work.run(Work.NO_TOKEN);
        }
        return true;
    }
}
