package io.flashsale.locklab.stage;

/** A scenario could not be played as it is written, for instance because somebody did not reach a step. */
public final class StageException extends RuntimeException {

    public StageException(String message) {
        super(message);
    }
}
