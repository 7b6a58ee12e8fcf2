package io.flashsale.locklab.own;

/** A file, or its class, cannot be judged; the message is one line for whoever wrote it. */
public final class OwnFileException extends RuntimeException {

    OwnFileException(String message) {
        super(message);
    }
}
