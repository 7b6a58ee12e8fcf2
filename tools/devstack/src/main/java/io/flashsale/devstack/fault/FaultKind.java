package io.flashsale.devstack.fault;

/** The ways in which something can be broken. */
public enum FaultKind {
    /** SIGKILL; the process is down until it is repaired. */
    KILL,
    /** SIGSTOP; the process hangs until it is repaired. */
    PAUSE,
    /** Each byte arrives later. */
    DELAY,
    /** No bytes arrive any more, and neither side is told. */
    CUT,
    /** Requests arrive and are executed, but no answer arrives. */
    CUT_ANSWERS,
    /** All current connections break; new ones work. */
    RESET,
    /** All current connections fall silent and close after some seconds; new ones work. */
    CLOSE_SLOWLY,
    /** Redis loses all data. */
    WIPE,
    /** A replica takes over from each master of Redis, although the master is healthy. */
    FAIL_OVER;

    /** Whether the fault ends at once, so that there is nothing to repair. */
    public boolean isMomentary() {
        return this == RESET || this == CLOSE_SLOWLY || this == WIPE || this == FAIL_OVER;
    }
}
