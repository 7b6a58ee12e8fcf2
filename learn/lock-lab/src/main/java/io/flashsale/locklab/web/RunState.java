package io.flashsale.locklab.web;

/** How far a run has come. */
enum RunState {
    /** Servers and workers are being started. */
    STARTING,
    RUNNING,
    DONE,
    CANCELLED,
    /** It could not be run to its end. */
    FAILED;

    boolean isOver() {
        return this != STARTING && this != RUNNING;
    }
}
