package io.flashsale.devstack.fault;

/** How something is broken. */
public enum FaultKind {
    /** SIGKILL; the process is away until it is healed. */
    KILL,
    /** SIGSTOP; the process hangs until it is healed. */
    PAUSE,
    /** Each byte arrives later. */
    DELAY,
    /** Nothing arrives any more, and nobody is told. */
    CUT,
    /** What is asked is done, and the answer does not arrive. */
    CUT_ANSWERS,
    /** All connections of now break, new ones work. */
    RESET,
    /** All connections of now fall silent and are closed some seconds later, new ones work. */
    CLOSE_SLOWLY,
    /** All memory of Redis is gone. */
    WIPE,
    /** Each master of Redis is replaced by one of its replicas, although it is well. */
    FAIL_OVER;

    /** Whether it is over as soon as it has happened, so that nothing is left to heal. */
    public boolean isMomentary() {
        return this == RESET || this == CLOSE_SLOWLY || this == WIPE || this == FAIL_OVER;
    }
}
