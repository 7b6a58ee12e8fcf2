package io.flashsale.controlroom.fault;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be broken, and the latest faults, newest first. */
record FaultsView(List<Target> targets, List<InjectedFault> faults) {

    /**
     * @param part group of targets with the same effects
     * @param healsAfterSeconds after which it heals by itself, because nobody could request it; null if it does not
     */
    record Target(
            String name,
            String part,
            List<FaultKind> faults,
            @Nullable Integer healsAfterSeconds) {}

    /**
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

    enum State {
        BROKEN,
        HEALING,
        OVER,
        NOT_BACK
    }
}
