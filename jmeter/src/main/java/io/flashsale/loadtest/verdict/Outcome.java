package io.flashsale.loadtest.verdict;

/** How a run ended. */
public enum Outcome {
    PASS(0),
    FAIL(1),
    /** Something was missing for a verdict. */
    UNMEASURED(2),
    /** Somebody stopped it. */
    INTERRUPTED(2);

    private final int exitStatus;

    Outcome(int exitStatus) {
        this.exitStatus = exitStatus;
    }

    public int exitStatus() {
        return exitStatus;
    }
}
