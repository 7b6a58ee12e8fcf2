package io.flashsale.locklab.own;

/** A file or its class cannot be judged; the message tells its author why in one line. */
public final class OwnFileException extends RuntimeException {

    OwnFileException(String message) {
        super(message);
    }
}
