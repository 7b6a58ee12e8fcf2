package io.flashsale.loadtest.verdict;

/** How a run ended. */
public enum RunOutcome {
    PASS(0),
    FAIL(1),
    /** Data for a verdict is missing. */
    UNMEASURED(2),
    /** The user stopped it. */
    INTERRUPTED(2);

    private final int exitStatus;

    RunOutcome(int exitStatus) {
        this.exitStatus = exitStatus;
    }

    public int exitStatus() {
        return exitStatus;
    }
}
