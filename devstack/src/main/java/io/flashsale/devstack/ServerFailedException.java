package io.flashsale.devstack;

/** A server or service did not come up; the message says what it printed last and what can be done. */
public final class ServerFailedException extends RuntimeException {

    ServerFailedException(String message) {
        super(message);
    }

    ServerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
