package io.flashsale.benchmark.model;

import io.flashsale.benchmark.report.Effort;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.MeasuredRun;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Service demands: the microseconds of processor time that each part spends on a click. They are processor seconds,
 * counted by the kernel, divided by answers, so they do not depend on the rate.
 */
record Demands(Map<Click, Map<Part, Double>> micros) {

    /** @throws IllegalArgumentException if the run lacks a measurement */
    static Demands of(MeasuredRun run) {
        Map<Click, Map<Part, Double>> micros = new EnumMap<>(Click.class);
        Set<Part> all = EnumSet.allOf(Part.class);
        // Only the gateway sees these refusals; what other services did meanwhile, they would have done anyhow.
        micros.put(Click.REFUSED_BY_GATEWAY, take(run, Figure.SOLD_OUT_TO_A_CROWD, EnumSet.of(Part.GATEWAY)));
        // Through the gateway it was not measured alone: this adds the gateway's part of a reservation and the cost
        // behind it.
        Map<Part, Double> refused = take(run, Figure.STOCK_FLOOR, EnumSet.of(Part.STOCK_SERVICE, Part.REDIS));
        refused.put(Part.GATEWAY, effort(run, Figure.BACKLOG).micros(Part.GATEWAY.process()));
        micros.put(Click.REFUSED_BY_SCRIPT, refused);
        micros.put(Click.ACCEPTED, take(run, Figure.BACKLOG, all));
        micros.put(Click.PLACED, take(run, Figure.DRAIN_OF_MANY, all));
        micros.put(Click.PAID, take(run, Figure.PAYMENTS, all));
        return new Demands(micros);
    }

    /** Returns the measured effort, or fails and names what is missing. */
    static Effort effort(MeasuredRun run, Figure figure) {
        return run.effort(figure)
                .orElseThrow(() -> new IllegalArgumentException("the run has not measured: " + figure.title()));
    }

    private static Map<Part, Double> take(MeasuredRun run, Figure figure, Set<Part> parts) {
        Effort effort = effort(run, figure);
        Map<Part, Double> taken = new EnumMap<>(Part.class);
        parts.forEach(part -> taken.put(part, effort.micros(part.process())));
        return taken;
    }

    double of(Click click, Part part) {
        return micros.getOrDefault(click, Map.of()).getOrDefault(part, 0.0);
    }

    /** The sum over all parts. */
    double of(Click click) {
        return Stream.of(Part.values()).mapToDouble(part -> of(click, part)).sum();
    }
}
