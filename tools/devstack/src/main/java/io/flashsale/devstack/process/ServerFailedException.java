package io.flashsale.devstack.process;

/** A server or service did not come up. The message has its last output, and advice. */
public final class ServerFailedException extends RuntimeException {

    public ServerFailedException(String message) {
        super(message);
    }

    public ServerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
