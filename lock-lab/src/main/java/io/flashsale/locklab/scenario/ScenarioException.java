package io.flashsale.locklab.scenario;

/** A scenario could not be run as it is written, for instance because somebody did not reach a step. */
public final class ScenarioException extends RuntimeException {

    public ScenarioException(String message) {
        super(message);
    }
}
