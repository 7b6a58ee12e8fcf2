package io.flashsale.loadtest.report;

import io.flashsale.loadtest.Plan;
import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.shop.Observation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All that is known about a run; as long as something is not known it is null, empty or zero. */
public record Facts(
        Plan plan,
        Target target,
        Map<String, String> environment,
        String saleId,
        int stock,
        @Nullable Tally tally,
        int unreadable,
        List<Observation> seen,
        @Nullable JsonNode audit,
        List<String> notes) {

    public static Facts of(Plan plan, Target target, Map<String, String> environment) {
        return new Facts(plan, target, environment, "", 0, null, 0, List.of(), null, List.of());
    }

    public Facts withSale(String id, int units) {
        return new Facts(plan, target, environment, id, units, tally, unreadable, seen, audit, notes);
    }

    public Facts with(Tally known) {
        return new Facts(plan, target, environment, saleId, stock, known, unreadable, seen, audit, notes);
    }

    public Facts withUnreadable(int lines) {
        Facts counted = new Facts(plan, target, environment, saleId, stock, tally, lines, seen, audit, notes);
        return lines == 0 ? counted : counted.withNote(lines + " lines of JMeter's result file could not be read");
    }

    public Facts with(List<Observation> observations) {
        return new Facts(plan, target, environment, saleId, stock, tally, unreadable, observations, audit, notes);
    }

    public Facts withAudit(JsonNode answer) {
        return new Facts(plan, target, environment, saleId, stock, tally, unreadable, seen, answer, notes);
    }

    public Facts withNote(String note) {
        List<String> more = Stream.concat(notes.stream(), Stream.of(note)).toList();
        return new Facts(plan, target, environment, saleId, stock, tally, unreadable, seen, audit, more);
    }
}
