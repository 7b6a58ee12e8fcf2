package io.flashsale.benchmark.model;

import io.flashsale.benchmark.report.Figure;

/**
 * A predicted rate, beside the measured one.
 *
 * @param figure whose rate it is
 * @param predicted per second, from processor seconds
 * @param measured per second, by a clock
 * @param idle share of the processors that was idle during the measurement
 */
record Prediction(Figure figure, double predicted, double measured, double idle) {

    /** The error as a share of the measured rate; negative if the prediction is too low. */
    double error() {
        return predicted / measured - 1;
    }
}
