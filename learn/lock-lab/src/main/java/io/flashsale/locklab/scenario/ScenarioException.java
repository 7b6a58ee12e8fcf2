package io.flashsale.locklab.scenario;

/** A scenario could not be run as written, for instance because a client did not reach a step. */
public final class ScenarioException extends RuntimeException {

    public ScenarioException(String message) {
        super(message);
    }
}
