package io.flashsale.devstack.launcher.seed;

/** The demo cannot go on. The message is for the user and says what to do. */
public final class DemoFailedException extends RuntimeException {

    public DemoFailedException(String message) {
        super(message);
    }

    public DemoFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
