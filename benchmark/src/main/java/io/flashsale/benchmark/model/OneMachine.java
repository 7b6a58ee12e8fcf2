package io.flashsale.benchmark.model;

import static io.flashsale.benchmark.model.Demands.effort;

import io.flashsale.benchmark.report.Effort;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.MeasuredRun;
import java.util.List;
import java.util.stream.Stream;

/**
 * The model where everything, load generator included, shares the processors of one machine. By the utilisation law a rate cannot
 * be more than the processors divided by what one answer takes of them, whatever waits for what; and with more connections than
 * processors it comes near to that if nothing but the processors is waited for.
 *
 * @param run whose processor seconds are taken, and whose rates are to be predicted
 */
record OneMachine(MeasuredRun run) {

    /** As the bench has them: a tenth of the crowd gets a unit. */
    private static final double CROWD_FOR_A_UNIT = 10;

    /** Each load by its own processor seconds, except those that {@link #composed} has. */
    List<Prediction> simple() {
        return Stream.of(Figure.values())
                .filter(figure -> figure != Figure.CROWD && run.effort(figure).isPresent())
                .map(figure -> prediction(figure, effort(run, figure).totalMicros()))
                .toList();
    }

    /** Reserving and placing at once, by what each takes alone. */
    Prediction composed() {
        return prediction(Figure.ACCEPTED_BY_256, bought());
    }

    /** A crowd of which a tenth buys, the rest being refused by a gateway that sees each token for the first time. */
    Prediction crowdOfStrangers() {
        return crowd(Figure.SOLD_OUT_TO_A_CROWD);
    }

    /** The same where the gateway remembers all tokens. In truth it remembers some. */
    Prediction crowdOfAcquaintances() {
        return crowd(Figure.SOLD_OUT);
    }

    private Prediction crowd(Figure refused) {
        double others = (CROWD_FOR_A_UNIT - 1) * effort(run, refused).totalMicros();
        return prediction(Figure.CROWD, (bought() + others) / CROWD_FOR_A_UNIT);
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
