package io.flashsale.chaos;

/** There is no verdict. The message is one line with the reason and advice. Exit status 2. */
public final class CannotTestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CannotTestException(String message) {
        super(message);
    }

    public CannotTestException(String message, Throwable cause) {
        super(message, cause);
    }
}
