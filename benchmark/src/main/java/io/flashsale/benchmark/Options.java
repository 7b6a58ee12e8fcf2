package io.flashsale.benchmark;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the bench is to do.
 *
 * @param rounds how often each figure is measured
 * @param seconds how long wrk runs for a figure that has no end of its own
 * @param output where the table goes
 */
record Options(int rounds, int seconds, Path output, Workload workload) {

    /** @throws BenchFailedException for values that it cannot take */
    static Options of(Path root, Arguments given) {
        if (given.output != null && given.output.toString().isBlank()) {
            throw new BenchFailedException("--output is a file, not ''. See ./bench --help");
        }
        Path page = root.resolve(given.quick ? "benchmark/target/performance.md" : "docs/performance.md");
        return new Options(
                number("--rounds", given.rounds, given.quick ? 1 : 3, 20),
                number("--seconds", given.seconds, given.quick ? 2 : 5, 120),
                given.output == null ? page : given.output.toAbsolutePath(),
                given.quick ? Workload.QUICK : Workload.FULL);
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
