package io.flashsale.client;

/**
 * No answer came in time, the connection broke, or the waiting thread was interrupted, which it stays. Whether the
 * call had an effect is unknown.
 */
public final class NoAnswerException extends ShopClientException {

    NoAnswerException(String call, Throwable cause) {
        super(call + " got no answer: " + cause, cause);
    }
}
