package io.flashsale.simulation.redis;

/** An error as Redis would answer it: a wrong type, a number that is none, a script that fails. */
public final class ErrorReplyException extends RuntimeException {

    ErrorReplyException(String message) {
        super(message);
    }
}
