package io.flashsale.locklab.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Scores each scheme against the properties a lock should have, as the pages read it. Every cell comes from test
 * runs.
 *
 * @param properties the columns, in their order
 */
record Matrix(List<String> properties, List<Row> schemes) {

    /**
     * The row of one scheme.
     *
     * @param recorded date, machine and commit of its runs
     * @param cells by property
     */
    record Row(String id, Recorded recorded, Map<String, Cell> cells) {

        /** The cell of a property; every row has all of them. */
        Cell cell(Property property) {
            return Objects.requireNonNull(cells.get(property.slug()), property::slug);
        }
    }

    /** @param at to the minute, UTC */
    record Recorded(String at, String commit, String machine) {}

    /**
     * The answer of the runs for one property.
     *
     * @param answer {@code yes}, {@code no}, {@code observed} (each run showed it, the scheme does not promise it),
     *     {@code refused} (two were inside; the stale write was refused), {@code depends} (the runs differ), {@code measured} or {@code not-asked}
     * @param why the reason for {@code not-asked}
     * @param of the case that uses the same lock and answers for this one
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Cell(
            String answer, @Nullable String why, @Nullable String of, List<Run> runs) {

        /** Restores empty values, which the file omits. */
        Cell(String answer, @Nullable String why, @Nullable String of, @Nullable List<Run> runs) {
            this.answer = answer;
            this.why = why;
            this.of = of;
            this.runs = runs == null ? List.of() : List.copyOf(runs);
        }

        static Cell missing(Missing why, @Nullable String of) {
            return new Cell("not-asked", why.slug(), of, List.of());
        }

        static Cell of(List<Run> runs) {
            List<String> answers = runs.stream().map(Run::answer).distinct().toList();
            return new Cell(answers.size() == 1 ? answers.getFirst() : "depends", null, null, runs);
        }
    }

    /**
     * One run of a scenario.
     *
     * @param findings the observed failures
     * @param tokens the fencing tokens of successive holders
     * @param commands for each purchase
     * @param countedBy {@code client}: sent by it; {@code server}: run by the servers, which count a script as one
     *     and each command in it as one more
     * @param millis from the first attempt to the sale, the median
     * @param perSecond units sold per second
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Run(
            String scenario,
            String answer,
            @Nullable List<String> findings,
            @Nullable List<Long> tokens,
            @Nullable Double commands,
            @Nullable String countedBy,
            @Nullable Double millis,
            @Nullable Double perSecond) {

        static Run found(String scenario, String answer, List<String> findings) {
            return new Run(scenario, answer, findings, null, null, null, null, null);
        }

        static Run tokens(String scenario, String answer, List<Long> tokens) {
            return new Run(scenario, answer, null, tokens, null, null, null, null);
        }

        static Run commands(String scenario, double commands, String countedBy) {
            return new Run(scenario, "measured", null, null, commands, countedBy, null, null);
        }

        static Run time(String scenario, double millis, @Nullable Double perSecond) {
            return new Run(scenario, "measured", null, null, null, null, millis, perSecond);
        }
    }
}
