package io.flashsale.locklab.scheme;

/** A lock with two sides: readers are inside together, a writer is alone. */
public interface ReadWriteScheme extends AutoCloseable {

    LockScheme toRead();

    LockScheme toWrite();

    /** Stops the scheme's background work. */
    @Override
    default void close() {}
}
