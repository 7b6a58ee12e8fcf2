package io.flashsale.client;

/** A call that did not return what was requested; the message names the call and says what came instead. */
public abstract sealed class ShopClientException extends RuntimeException
        permits NoAnswerException, UnexpectedAnswerException {

    ShopClientException(String message, Throwable cause) {
        super(message, cause);
    }

    ShopClientException(String message) {
        super(message);
    }
}
