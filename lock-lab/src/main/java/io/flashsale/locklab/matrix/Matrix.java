package io.flashsale.locklab.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Each scheme against what one asks of a lock, as the pages read it. Nothing in it is written by hand.
 *
 * @param properties the columns, in their order
 */
record Matrix(List<String> properties, List<Row> schemes) {

    /**
     * A scheme.
     *
     * @param recorded when, where and of which commit its runs are
     * @param cells by property
     */
    record Row(String id, Recorded recorded, Map<String, Cell> cells) {

        /** What is known of a property; every row has all of them. */
        Cell cell(Property property) {
            return Objects.requireNonNull(cells.get(property.slug()), property::slug);
        }
    }

    /** @param at to the minute, UTC */
    record Recorded(String at, String commit, String machine) {}

    /**
     * What the runs say about a property.
     *
     * @param answer {@code yes}, {@code no}, {@code refused} (two were inside, and the stale write was refused), {@code depends}
     *     (the runs differ), {@code measured} or {@code not-asked}
     * @param why it was not asked
     * @param of the case whose lock it is, where it was asked
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Cell(
            String answer, @Nullable String why, @Nullable String of, List<Run> runs) {

        /** The file leaves out what is empty. */
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
     * A scenario as it was run.
     *
     * @param findings the failures that were found
     * @param tokens the fencing tokens of those who were inside one after the other
     * @param commands for each purchase
     * @param countedBy {@code client}: sent by it; {@code server}: carried out by the servers, where a script is one and each command in it
     *     one more
     * @param millis from the first attempt to the sale, the median
     * @param perSecond units sold a second
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
