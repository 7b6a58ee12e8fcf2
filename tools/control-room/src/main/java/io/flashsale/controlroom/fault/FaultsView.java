package io.flashsale.controlroom.fault;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be broken, and what was.
 *
 * @param faults the latest ones, newest first
 */
record FaultsView(List<Target> targets, List<InjectedFault> faults) {

    /**
     * A target of faults.
     *
     * @param part group of targets with the same effects
     * @param healsAfterSeconds after which it heals by itself, because nobody could request it; null if it does not
     */
    record Target(
            String name,
            String part,
            List<FaultKind> faults,
            @Nullable Integer healsAfterSeconds) {}

    /**
     * A fault that was injected.
     *
     * @param broken the process or connection that was broken, if the target is a role such as the Redis master
     * @param until when everything worked again; null before that
     */
    record InjectedFault(
            String id,
            String target,
            String broken,
            String part,
            FaultKind fault,
            Instant since,
            @Nullable Instant until,
            State state) {}

    /** How a target is broken. */
    enum FaultKind {
        KILL,
        PAUSE,
        DELAY,
        CUT,
        CUT_ANSWERS,
        RESET,
        CLOSE_SLOWLY,
        WIPE,
        FAIL_OVER
    }

    /** The state of a fault. */
    enum State {
        BROKEN,
        HEALING,
        OVER,
        NOT_BACK
    }
}
