package io.flashsale.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultsTableTests {

    @Test
    void shouldShowTheMedianTheSpreadAndTheRatio() {
        Results results = new Results();
        results.add(Figure.START, 38.2);
        for (double value : new double[] {9_000, 11_000, 10_000}) {
            results.add(Figure.GATEWAY_FLOOR, value);
            results.add(Figure.SOLD_OUT, 2 * value);
        }
        results.add(Figure.STEADY_P99, 7);
        results.add(new Results.Growth(1_000, 20_000, 5_000, Duration.ofMillis(150), 0, 12_345));
        results.resident("gateway", 300);
        results.resident("redis", 12);

        assertThat(new ResultsTable(results, Map.of("command", "`./bench`"), Optional.empty()).markdown())
                .contains("- command: `./bench`\n")
                .contains("| 10,000 1/s | 9,000 to 11,000 | 1.00 |")
                .contains("| 20,000 1/s | 18,000 to 22,000 | 2.00 |")
                .contains("| g | p99 | 7 ms | 7 to 7 |  |")
                .contains("| i | the same with AOT caches | 38.2 s |")
                .contains("| 1,000 | 20,000 1/s | 5,000 1/s | 150 ms | too quick to see | 12,345 |")
                .contains("| in all | 312 MB |");
    }

    @Test
    void shouldShowWhatAnAnswerTookOfTheProcessorsAsTheMeanOfTheRounds() {
        Results results = new Results();
        results.add(Figure.ACCEPTED, new Effort(1_000, 5_000, Map.of("gateway", 100.0, "redis", 20.0), 50, 0.1));
        results.add(Figure.ACCEPTED, new Effort(1_000, 4_000, Map.of("gateway", 120.0, "redis", 30.0), 70, 0.3));
        assertThat(new ResultsTable(results, Map.of(), Optional.empty()).markdown())
                .contains("| | processor time of each answer, µs | gateway | redis | all else | idle |\n")
                .contains("| d | the same when all is warm | 110 | 25 | 60 | 20 % |\n");
        assertThat(results.efforts().get(Figure.ACCEPTED))
                .extracting(Effort::systemMicros, Effort::totalMicros, Effort::perSecond)
                .containsExactly(135.0, 195.0, 4_500.0);
    }

    @Test
    void shouldCompareRoundByRound() {
        Results now = results(2_000, 4_000, 3_000);
        Results before = results(1_000, 1_000, 2_000);
        now.add(Figure.STEADY_REFUSED, 3);
        before.add(Figure.STEADY_REFUSED, 0);
        assertThat(new ResultsTable(now, Map.of(), Optional.of(new ResultsTable.Comparison("abc1234", before)))
                        .markdown())
                .contains("| abc1234 | now | now by abc1234 |")
                .contains("| d | the same when all is warm | 1,000 1/s | 3,000 1/s | 2.00 | 1.50 to 4.00 |")
                .doesNotContain("NaN", "Infinity");
    }

    private static Results results(double... accepted) {
        Results results = new Results();
        for (double value : accepted) {
            results.add(Figure.ACCEPTED, value);
        }
        return results;
    }

    @Test
    void shouldReplaceOnlyTheTableOfThePage() {
        String page = PerformancePage.withTable("", "first\n");
        String written = "# Performance\n\n" + page + "\nWhat it means.\n";
        assertThat(PerformancePage.withTable(written, "second\n"))
                .startsWith("# Performance\n")
                .contains("second\n")
                .doesNotContain("first\n")
                .endsWith("\nWhat it means.\n");
    }
}
