package io.flashsale.locklab.client;

/** Redis refused a command. The message is the server's own, such as {@code WRONGTYPE …}. */
public final class RedisErrorException extends RuntimeException {

    RedisErrorException(String message) {
        super(message);
    }
}
