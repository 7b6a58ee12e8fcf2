package io.flashsale.devstack.process;

/** A server or service did not come up; the message says what it printed last and what can be done. */
public final class ServerFailedException extends RuntimeException {

    public ServerFailedException(String message) {
        super(message);
    }

    public ServerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
