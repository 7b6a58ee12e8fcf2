package io.flashsale.chaos.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rounds as a Markdown table: a line for each system, and a line of totals.
 *
 * <p>Only the header has words. {@code ×4} behind a Redis means sales in four buckets.
 */
final class Summary {

    private static final String HEADER =
            "| Redis | instances | seed | rounds | faults | done | refused | undecided | broken |"
                    + " slowest to hold again |";
    private static final String ALIGNMENT = "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

    private Summary() {}

    private record System(String redis, int instances, int buckets, long seed) {

        static System of(RoundKey round) {
            return new System(round.redis(), round.instances(), round.buckets(), round.seed());
        }

        String name() {
            return buckets == 1 ? redis : redis + " ×" + buckets;
        }
    }

    static List<String> table(List<RecordedRound> rounds) {
        List<String> table = new ArrayList<>(List.of(HEADER, ALIGNMENT));
        table.addAll(lines(rounds));
        return table;
    }

    /** All lines but the header. */
    static List<String> lines(List<RecordedRound> rounds) {
        Map<System, List<RecordedRound>> bySystem = rounds.stream()
                .collect(Collectors.groupingBy(
                        round -> System.of(round.key()), LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        bySystem.forEach((system, of) ->
                lines.add(line(system.name(), "" + system.instances(), "" + system.seed(), of, named(of))));
        if (bySystem.size() > 1) {
            lines.add(line("Σ", "", "", rounds, "" + broken(rounds).count()));
        }
        return lines;
    }

    private static String line(String redis, String instances, String seed, List<RecordedRound> rounds, String broken) {
        return "| "
                + String.join(
                        " | ",
                        redis,
                        instances,
                        seed,
                        String.valueOf(rounds.size()),
                        sum(rounds, RecordedRound::faults),
                        sum(rounds, RecordedRound::ok),
                        sum(rounds, RecordedRound::refused),
                        sum(rounds, RecordedRound::undecided),
                        broken.equals("0") ? broken : "**" + broken + "**",
                        slowest(rounds))
                + " |";
    }

    private static String sum(List<RecordedRound> rounds, ToLongFunction<RecordedRound> of) {
        return String.format(Locale.ROOT, "%,d", rounds.stream().mapToLong(of).sum());
    }

    /** 0, or each round that did not hold, with its violations. */
    private static String named(List<RecordedRound> rounds) {
        String broken = broken(rounds)
                .map(round -> "#" + round.key().round() + ": " + round.violations())
                .collect(Collectors.joining("<br>"));
        return broken.isEmpty() ? "0" : broken;
    }

    private static Stream<RecordedRound> broken(List<RecordedRound> rounds) {
        return rounds.stream().filter(round -> !round.holds());
    }

    /** The slowest of the rounds that converged. */
    private static String slowest(List<RecordedRound> rounds) {
        return rounds.stream()
                .filter(RecordedRound::holds)
                .max(Comparator.comparingLong(RecordedRound::convergedAfter))
                .map(round -> String.format(Locale.ROOT, "%.1f s", round.convergedAfter() / 1e3))
                .orElse("-");
    }
}
