package io.flashsale.devstack.launcher;

/** The demo cannot go on; the message is for the user and says what to do. */
final class DemoFailedException extends RuntimeException {

    DemoFailedException(String message) {
        super(message);
    }

    DemoFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
