package io.flashsale.benchmark.model;

import static io.flashsale.benchmark.model.Demands.effort;

import io.flashsale.benchmark.report.Effort;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.MeasuredRun;
import java.util.List;
import java.util.stream.Stream;

/**
 * The model in which everything, including the load generator, shares the processors of one machine.
 *
 * <p>By the utilisation law, a rate is at most the number of processors divided by the processor time per answer,
 * whatever waits for what. With more connections than processors, it comes close to that if only the processors are
 * waited for.
 *
 * @param run whose processor seconds are used, and whose rates are predicted
 */
record OneMachine(MeasuredRun run) {

    /**
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

    /** As in the bench: a tenth of the crowd gets a unit. */
    private static final double CROWD_FOR_A_UNIT = 10;

    /** Predicts each load from its own processor seconds, except the composed ones. */
    List<Prediction> simple() {
        return Stream.of(Figure.values())
                .filter(figure -> figure != Figure.CROWD && run.effort(figure).isPresent())
                .map(figure -> prediction(figure, effort(run, figure).totalMicros()))
                .toList();
    }

    /** Predicts reserving and placing at once from the demands of each alone. */
    Prediction composed() {
        return prediction(Figure.ACCEPTED_BY_256, bought());
    }

    /**
     * Predicts a crowd of which a tenth buys. The gateway refuses the others with tokens that it knows, because the
     * bench had all of them refused less than two minutes before. The load generator spends more on them, because
     * each is another shopper, once.
     */
    Prediction crowd() {
        double others = effort(run, Figure.SOLD_OUT).systemMicros()
                + effort(run, Figure.SOLD_OUT_TO_A_CROWD).otherMicros();
        return prediction(Figure.CROWD, (bought() + (CROWD_FOR_A_UNIT - 1) * others) / CROWD_FOR_A_UNIT);
    }

    private double bought() {
        return effort(run, Figure.BACKLOG).totalMicros()
                + effort(run, Figure.DRAIN).totalMicros();
    }

    private Prediction prediction(Figure figure, double micros) {
        Effort measured = effort(run, figure);
        return new Prediction(figure, run.processors() * 1e6 / micros, measured.perSecond(), measured.idle());
    }
}
