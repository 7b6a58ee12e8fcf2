package io.flashsale.commons.kafka;

/** Carries into the headers of a dead letter why the message can never be taken. */
final class PoisonMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PoisonMessageException(String reason) {
        super(reason, null, false, false);
    }
}
