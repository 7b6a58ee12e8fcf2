package io.flashsale.controlroom.fault;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be broken, and what was.
 *
 * @param faults those of late, the newest first
 */
record FaultsView(List<Target> targets, List<InjectedFault> faults) {

    /**
     * @param part what it is a part of: the same for all of which the same is to be expected
     * @param healsAfterSeconds it heals by itself so much later, as nobody could ask for that; null if it does not
     */
    record Target(
            String name,
            String part,
            List<FaultKind> faults,
            @Nullable Integer healsAfterSeconds) {}

    /**
     * @param broken the process or line that was meant, where the target is a role, such as the master of Redis
     * @param until when all was whole again; null before that
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

    /** How something is broken. */
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

    /** What has become of a fault. */
    enum State {
        BROKEN,
        HEALING,
        OVER,
        NOT_BACK
    }
}
