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

    /** Each load by its own processor seconds, except those that are composed of others. */
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

    /**
     * A crowd of which a tenth buys. The others are refused as those are whose tokens the gateway knows: the bench has refused all of
     * them less than two minutes before. For the load generator each of them is another shopper, once, which takes more of it.
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
