package io.flashsale.devstack.fault;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A fault, and what has become of it.
 *
 * @param broken the process or line that was meant, where the target is a role, such as the master of Redis; else the target
 * @param until when all was whole again; null before that
 */
public record InjectedFault(
        long id,
        String target,
        String broken,
        String part,
        FaultKind fault,
        Instant since,
        @Nullable Instant until,
        State state) {

    public enum State {
        BROKEN,
        /** It is being started, and does not serve yet. */
        HEALING,
        OVER,
        /** It was started, and did not come up. */
        NOT_BACK
    }

    boolean isOver() {
        return state == State.OVER || state == State.NOT_BACK;
    }

    InjectedFault healing() {
        return new InjectedFault(id, target, broken, part, fault, since, null, State.HEALING);
    }

    InjectedFault ended(State how, Instant when) {
        return new InjectedFault(id, target, broken, part, fault, since, when, how);
    }
}
