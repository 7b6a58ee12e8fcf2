package io.flashsale.loadtest;

/** There is no verdict. The message says in one line why and what to do. Exit status 2. */
public final class CannotMeasureException extends RuntimeException {

    public CannotMeasureException(String message) {
        super(message);
    }

    public CannotMeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
