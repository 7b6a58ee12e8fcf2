package io.flashsale.benchmark;

import io.flashsale.benchmark.load.Workload;
import io.flashsale.benchmark.report.Figure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the bench is to do.
 *
 * @param rounds how often each figure is measured
 * @param seconds how long wrk runs for a figure without an end of its own
 * @param figures letters of the figures to measure
 * @param against revision to compare with; empty for none
 * @param againstJvm file with further JVM arguments of the services; compares this working copy with itself
 * @param followed share of clicks that the other system follows; compares this working copy with itself
 * @param output file for the table
 * @param demands file for the processor time per answer, for the model
 */
record BenchOptions(
        int rounds,
        int seconds,
        Set<String> figures,
        Optional<String> against,
        Optional<Path> againstJvm,
        OptionalDouble followed,
        Path output,
        Optional<Path> demands,
        Workload workload) {

    private static final Set<String> FOR_DEMANDS = Set.of("a", "b", "c", "d", "e", "f", "k");
    private static final Set<String> ALL = Set.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k");

    /** @throws BenchFailedException for invalid values */
    static BenchOptions of(Path root, BenchArguments given) {
        if (given.output != null && given.output.toString().isBlank()) {
            throw new BenchFailedException("--output is a file, not ''. See ./bench --help");
        }
        if (given.against != null && given.againstJvm != null) {
            throw new BenchFailedException(
                    "--against and --against-jvm are two comparisons: one a run. See ./bench --help");
        }
        if (given.againstJvm != null && !Files.isReadable(given.againstJvm)) {
            throw new BenchFailedException(
                    "--against-jvm: there is no file '%s' to read. See ./bench --help".formatted(given.againstJvm));
        }
        if (given.followed != null && (given.against != null || given.againstJvm != null)) {
            throw new BenchFailedException("--followed is a comparison of its own: one a run. See ./bench --help");
        }
        boolean brief = given.quick || given.demands != null;
        boolean whole = !brief && given.figures == null && given.againstJvm == null && given.followed == null;
        Path page = root.resolve(whole ? "docs/performance.md" : "tools/bench/target/performance.md");
        return new BenchOptions(
                number("--rounds", given.rounds, brief ? 1 : 3, 20),
                number("--seconds", given.seconds, brief ? 2 : 5, 120),
                given.demands != null && given.figures == null ? FOR_DEMANDS : figures(given.figures),
                Optional.ofNullable(given.against),
                Optional.ofNullable(given.againstJvm).map(Path::toAbsolutePath),
                followed(given.followed),
                given.output == null ? page : given.output.toAbsolutePath(),
                Optional.ofNullable(given.demands).map(Path::toAbsolutePath),
                workload(given));
    }

    private static OptionalDouble followed(@Nullable Double share) {
        if (share == null) {
            return OptionalDouble.empty();
        }
        if (!(share > 0 && share <= 1)) {
            throw new BenchFailedException(
                    "--followed is a share above 0 and up to 1, not '%s'. See ./bench --help".formatted(share));
        }
        return OptionalDouble.of(share);
    }

    private static Workload workload(BenchArguments given) {
        if (given.quick) {
            return Workload.QUICK;
        }
        return given.demands != null ? Workload.FOR_DEMANDS : Workload.FULL;
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
