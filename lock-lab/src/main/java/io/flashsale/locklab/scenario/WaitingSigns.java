package io.flashsale.locklab.scenario;

/**
 * How it is seen from outside, at the lock's servers or in the JVM, that somebody waits for the lock: for schemes that do not
 * say so themselves by {@code FailPoints.WAITS} or {@code RETRIED}.
 */
@FunctionalInterface
public interface WaitingSigns {

    /** For schemes that say so themselves, or refuse at once. */
    WaitingSigns NONE = context -> false;

    /** Whether somebody waits now. */
    boolean show(ScenarioContext context);
}
