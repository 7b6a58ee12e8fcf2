package io.flashsale.locklab.scenario;

/**
 * Tells from outside, at the servers or in the JVM, that a client waits for the lock. For schemes that do not
 * report it by {@code FailPoints.WAITS} or {@code RETRIED}.
 */
@FunctionalInterface
public interface WaitingSigns {

    /** For schemes that report it themselves, or refuse at once. */
    WaitingSigns NONE = context -> false;

    /** Whether a client waits now. */
    boolean show(ScenarioContext context);
}
