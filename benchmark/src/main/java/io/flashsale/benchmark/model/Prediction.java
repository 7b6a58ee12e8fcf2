package io.flashsale.benchmark.model;

import io.flashsale.benchmark.report.Figure;

/**
 * A rate that the model says, beside the one that was measured.
 *
 * @param figure whose rate
 * @param predicted from processor seconds, a second
 * @param measured with a clock, a second
 * @param idle what share of the processors had nothing to do while it was measured
 */
record Prediction(Figure figure, double predicted, double measured, double idle) {

    /** With more than that left over, something else was waited for: a lock, a disk, a line. */
    static final double MAX_IDLE = 0.17;

    /** By how much the prediction is too high, as a share of what was measured; negative if too low. */
    double error() {
        return predicted / measured - 1;
    }

    /** Whether the processors are what this load waits for; otherwise the prediction is an upper bound and no more. */
    boolean isBoundByProcessors() {
        return idle < MAX_IDLE;
    }
}
