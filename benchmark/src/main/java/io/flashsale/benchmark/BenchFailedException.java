package io.flashsale.benchmark;

/** The bench cannot measure; the message says why and what to do. */
final class BenchFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BenchFailedException(String message) {
        super(message);
    }

    BenchFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
