package io.flashsale.simulation.shop;

import io.flashsale.commandline.CommandOptions;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code ./simulate}. */
@Command(
        name = "./simulate",
        customSynopsis = "./simulate [options]",
        description =
                "Runs the real scripts and decisions of a purchase over models of Redis, MySQL and Kafka, in schedules that"
                        + " seeds make: who goes on, what is lost, late or doubled, what crashes. Ends with one line: HOLDS (exit"
                        + " status 0), BROKEN with the shortest schedule (1), or why it could not simulate (2).",
        footerHeading = "%nThe same seed and number of steps make the same schedule on every machine.%n")
record SimulateOptions(
        @Option(
                names = "--seed",
                description = "only the schedule of this seed; with --minutes, the first one (a random one)")
        @Nullable
        Long seed,

        @Option(names = "--steps", defaultValue = "40", description = "of each schedule, before all faults end")
        int steps,

        @Option(names = "--minutes", description = "seed after seed, for so long (1, unless --seed is given)") @Nullable
        Integer minutes,

        @Option(names = "--threads", defaultValue = "2", description = "that simulate, each other seeds")
        int threads)
        implements CommandOptions {

    private static final int MAX_STEPS = 10_000;
    private static final int MAX_MINUTES = 24 * 60;

    SimulateOptions {
        if (minutes == null && seed == null) {
            minutes = 1;
        }
        seed = seed == null ? (Long) RandomGenerator.getDefault().nextLong(1, 1_000_000_000_000L) : seed;
    }

    @Override
    public void check() {
        requireNumber("--steps", steps, 1, MAX_STEPS);
        requireNumber("--threads", threads, 1, 64);
        if (minutes != null) {
            requireNumber("--minutes", minutes, 1, MAX_MINUTES);
        }
    }
}
