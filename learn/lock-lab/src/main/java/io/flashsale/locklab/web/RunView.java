package io.flashsale.locklab.web;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as the API returns it.
 *
 * @param startedBy the user who started it; null for everybody else but administrators
 * @param fault why it failed, if it did
 * @param report the result, see {@code ReportView}, or in a list its {@link #summary}; null until the run is done
 */
record RunView(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String strategy,
        String scenario,
        int stock,
        int buyers,
        int processes,
        RunState state,

        @JsonFormat(shape = JsonFormat.Shape.STRING) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long startedBy,

        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String fault,
        @Nullable JsonNode report) {

    /** A page of the history. */
    record Page(List<RunView> runs, int page, int size, long total) {}

    /** The view for this user, or for an anonymous visitor. */
    RunView seenBy(@Nullable Long user) {
        return Objects.equals(startedBy, user)
                ? this
                : new RunView(
                        id, strategy, scenario, stock, buyers, processes, state, null, startedAt, endedAt, fault,
                        report);
    }

    RunView in(RunState now) {
        return new RunView(
                id, strategy, scenario, stock, buyers, processes, now, startedBy, startedAt, endedAt, fault, report);
    }

    RunView ended(RunState how, Instant when, @Nullable String why, @Nullable JsonNode result) {
        return new RunView(
                id, strategy, scenario, stock, buyers, processes, how, startedBy, startedAt, when, why, result);
    }

    /** The report without its long parts; null until the run is done. */
    @Nullable
    JsonNode summary() {
        if (report instanceof ObjectNode node) {
            ObjectNode less = node.deepCopy();
            less.remove(List.of("timeline", "failPoints", "diagram"));
            return less;
        }
        return report;
    }
}
