package io.flashsale.benchmark;

import io.flashsale.benchmark.load.Workload;
import io.flashsale.benchmark.report.Figure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the bench is to do.
 *
 * @param rounds how often each figure is measured
 * @param seconds how long wrk runs for a figure that has no end of its own
 * @param figures letters of those that are measured
 * @param against the revision to compare with
 * @param output where the table goes
 */
record Options(int rounds, int seconds, Set<String> figures, Optional<String> against, Path output, Workload workload) {

    private static final Set<String> ALL = Set.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k");

    /** @throws BenchFailedException for values that it cannot take */
    static Options of(Path root, Arguments given) {
        if (given.output != null && given.output.toString().isBlank()) {
            throw new BenchFailedException("--output is a file, not ''. See ./bench --help");
        }
        boolean whole = !given.quick && given.figures == null;
        Path page = root.resolve(whole ? "docs/performance.md" : "benchmark/target/performance.md");
        return new Options(
                number("--rounds", given.rounds, given.quick ? 1 : 3, 20),
                number("--seconds", given.seconds, given.quick ? 2 : 5, 120),
                figures(given.figures),
                Optional.ofNullable(given.against),
                given.output == null ? page : given.output.toAbsolutePath(),
                given.quick ? Workload.QUICK : Workload.FULL);
    }

    boolean measures(Figure figure) {
        return figures.contains(figure.letter());
    }

    private static Set<String> figures(@Nullable String given) {
        if (given == null) {
            return ALL;
        }
        Set<String> letters = new TreeSet<>(List.of(given.split(",", -1)));
        if (!ALL.containsAll(letters)) {
            throw new BenchFailedException(
                    "--figures are letters from a to k, such as d,e, not '%s'. See ./bench --help".formatted(given));
        }
        return letters;
    }

    private static int number(String option, @Nullable Integer given, int byDefault, int max) {
        if (given == null) {
            return byDefault;
        }
        if (given < 1 || given > max) {
            throw new BenchFailedException(
                    "%s is a number from 1 to %d, not '%d'. See ./bench --help".formatted(option, max, given));
        }
        return given;
    }
}
