package io.flashsale.benchmark;

import java.nio.file.Path;
import java.util.List;

/**
 * @param rounds how often each figure is measured
 * @param seconds how long wrk runs for a figure that has no end of its own
 * @param burst fresh users that reserve at once
 * @param backlog reservations that wait when placement begins
 * @param growth numbers of users for the growth table
 * @param output where the table goes; docs/performance.md
 */
record Options(int rounds, int seconds, int burst, int backlog, List<Integer> growth, Path output, boolean help) {

    static final String HELP = """
            Usage: ./bench [--rounds=N] [--seconds=N] [--quick] [--output=FILE]

            Starts the system on servers of its own, measures, prints the table, writes it to FILE (docs/performance.md),
            and stops. Needs wrk (Debian: apt-get install wrk) and a quiet machine; takes about twenty minutes.

              --rounds=N     how often each figure is measured, 3; the table shows the median and the spread
              --seconds=N    how long wrk runs for a figure, 5
              --quick        one round, small numbers: whether the bench works, not how fast the system is
              --output=FILE  another file for the table
              --help         this text
            """;

    static final class UsageException extends Exception {

        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    static Options parse(Path root, String... arguments) throws UsageException {
        boolean quick = List.of(arguments).contains("--quick");
        int rounds = quick ? 1 : 3;
        int seconds = quick ? 2 : 5;
        Path output = root.resolve(quick ? "benchmark/target/performance.md" : "docs/performance.md");
        boolean help = false;
        for (String argument : arguments) {
            String value = argument.substring(argument.indexOf('=') + 1);
            switch (argument.replaceAll("=.*", "")) {
                case "--rounds" -> rounds = number(argument, value, 20);
                case "--seconds" -> seconds = number(argument, value, 120);
                case "--output" -> output = Path.of(value).toAbsolutePath();
                case "--quick" -> {}
                case "--help", "-h" -> help = true;
                default -> throw new UsageException(argument + " is not an option; see ./bench --help");
            }
        }
        return quick
                ? new Options(rounds, seconds, 2_000, 5_000, List.of(1_000, 2_000), output, help)
                : new Options(rounds, seconds, 20_000, 100_000, List.of(1_000, 10_000, 100_000), output, help);
    }

    int mostUsers() {
        return Math.max(
                Math.max(burst, backlog),
                growth.stream().mapToInt(it -> it).max().orElse(0));
    }

    private static int number(String argument, String value, int most) throws UsageException {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageException(argument + ": give a number from 1 to " + most);
    }
}
