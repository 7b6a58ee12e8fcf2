package io.flashsale.loadtest.report;

import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.shop.Observer.Observation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All that is known about a run; unknown values are null, empty or zero. */
public record RunFacts(
        TestPlan plan,
        Target target,
        Map<String, String> environment,
        Sale sale,
        @Nullable Tally tally,
        List<Observation> seen,
        @Nullable JsonNode audit,
        List<String> notes) {

    /** The sale under load, with its units at the beginning. */
    public record Sale(String id, int stock) {}

    public static RunFacts of(TestPlan plan, Target target, Map<String, String> environment) {
        return new RunFacts(plan, target, environment, new Sale("", 0), null, List.of(), null, List.of());
    }

    public RunFacts withSale(String id, int stock) {
        return new RunFacts(plan, target, environment, new Sale(id, stock), tally, seen, audit, notes);
    }

    public RunFacts with(Tally known) {
        return new RunFacts(plan, target, environment, sale, known, seen, audit, notes);
    }

    public RunFacts with(List<Observation> observations) {
        return new RunFacts(plan, target, environment, sale, tally, observations, audit, notes);
    }

    public RunFacts withAudit(JsonNode answer) {
        return new RunFacts(plan, target, environment, sale, tally, seen, answer, notes);
    }

    public RunFacts withUnreadable(int lines) {
        return lines == 0 ? this : withNote(lines + " lines of JMeter's result file could not be read");
    }

    public RunFacts withNote(String note) {
        return new RunFacts(
                plan,
                target,
                environment,
                sale,
                tally,
                seen,
                audit,
                Stream.concat(notes.stream(), Stream.of(note)).toList());
    }
}
