package io.flashsale.locklab.client;

/** Redis refused a command; the message is its own, such as {@code WRONGTYPE …}. */
public final class RedisErrorException extends RuntimeException {

    RedisErrorException(String message) {
        super(message);
    }
}
