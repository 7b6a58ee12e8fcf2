package io.flashsale.chaos;

/** There is no verdict; the message is one line that says why and what to do. Exit status 2. */
public final class CannotTestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CannotTestException(String message) {
        super(message);
    }

    public CannotTestException(String message, Throwable cause) {
        super(message, cause);
    }
}
