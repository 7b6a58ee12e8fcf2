package io.flashsale.client;

/** An unexpected refusal, or an answer that breaks the API's contract. */
public final class UnexpectedAnswerException extends ShopClientException {

    UnexpectedAnswerException(String message) {
        super(message);
    }

    UnexpectedAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
