package io.flashsale.locklab.scheme;

import java.time.Duration;

/**
 * A lock that clients in several processes share. A scheme's class shows all of it: how it acquires the lock, keeps
 * it during the work, and releases it.
 */
public interface LockScheme extends AutoCloseable {

    /**
     * Does the work while holding the lock of this name.
     *
     * @param timeout how long to wait for the lock at most; a scheme that cannot wait tries once
     * @return whether the lock was acquired, and so the work done
     */
    boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException;

    /** Stops the scheme's background work. */
    @Override
    default void close() {}
}
