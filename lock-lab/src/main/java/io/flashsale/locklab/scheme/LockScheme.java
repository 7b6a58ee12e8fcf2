package io.flashsale.locklab.scheme;

import java.time.Duration;

/**
 * A lock that clients in several processes share. The class of a scheme is the whole of it: how the lock is taken, how it
 * is kept while the work is done, and how it is given back.
 */
public interface LockScheme extends AutoCloseable {

    /**
     * Does the work while holding the lock of this name.
     *
     * @param timeout how long to wait for the lock at most; a scheme that cannot wait tries once
     * @return whether the lock was got, and so the work done
     */
    boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException;

    /** Ends what the scheme runs in the background. */
    @Override
    default void close() {}
}
