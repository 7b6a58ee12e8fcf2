package io.flashsale.locklab.jvm;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * {@code synchronized}: the monitor of an object, of which each JVM has its own.
 *
 * <p>Guarantees: one thread of this process at a time; the same thread may enter again (it is reentrant); release
 * in every case, even when the process dies.
 *
 * <p>Does not guarantee: exclusion between two processes. Each has its own object and locks only itself. Nor does
 * it give up waiting: it ignores the timeout.
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
