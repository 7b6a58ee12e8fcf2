package io.flashsale.loadtest;

/** There is no verdict; the message is one line that says why and what to do. Exit status 2. */
public final class CannotMeasureException extends RuntimeException {

    public CannotMeasureException(String message) {
        super(message);
    }

    public CannotMeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
