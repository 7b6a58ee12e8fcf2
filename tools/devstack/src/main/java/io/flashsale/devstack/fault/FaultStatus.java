package io.flashsale.devstack.fault;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A fault and its state.
 *
 * @param broken the process or line that had the role, such as the master of Redis, if the target is a role;
 *     else the target
 * @param until when the target served again; null before that
 */
public record FaultStatus(
        String id,
        String target,
        String broken,
        String part,
        FaultKind fault,
        Instant since,
        @Nullable Instant until,
        State state) {

    public enum State {
        BROKEN,
        /** The target is starting and does not serve yet. */
        HEALING,
        OVER,
        /** The target was started but did not come up. */
        NOT_BACK
    }

    boolean isOver() {
        return state == State.OVER || state == State.NOT_BACK;
    }

    FaultStatus with(State next, @Nullable Instant end) {
        return new FaultStatus(id, target, broken, part, fault, since, end, next);
    }
}
