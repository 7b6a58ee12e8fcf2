package io.flashsale.benchmark;

/** The bench cannot measure; the message says why and what to do. */
public final class BenchFailedException extends RuntimeException {

    public BenchFailedException(String message) {
        super(message);
    }

    public BenchFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
