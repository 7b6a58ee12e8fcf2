package io.flashsale.client;

/**
 * Nobody answered in time, the connection broke, or the waiting thread was interrupted, which stays noted in the thread.
 * Nobody knows whether the call had an effect.
 */
public final class NoAnswerException extends ShopClientException {

    NoAnswerException(String call, Throwable cause) {
        super(call + " got no answer: " + cause, cause);
    }
}
