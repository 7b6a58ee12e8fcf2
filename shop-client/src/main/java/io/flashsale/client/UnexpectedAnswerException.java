package io.flashsale.client;

/** A refusal where none was expected, or an answer that is not what the API promises. */
public final class UnexpectedAnswerException extends ShopClientException {

    UnexpectedAnswerException(String message) {
        super(message);
    }

    UnexpectedAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
