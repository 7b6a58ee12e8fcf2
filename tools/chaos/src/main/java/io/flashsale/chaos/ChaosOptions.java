package io.flashsale.chaos;

import io.flashsale.chaos.report.RoundKey;
import io.flashsale.chaos.system.Topology;
import io.flashsale.commandline.CommandOptions;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code ./chaos}. */
@Command(
        name = "./chaos",
        customSynopsis = "./chaos [options]",
        description =
                "Starts the system on servers of its own, sends shoppers, breaks servers, services and the network between"
                        + " them, mends everything, and checks that what shoppers were told is what happened. Ends with one"
                        + " line: HOLDS (exit status 0), BROKEN (1), or why it could not test (2).",
        footerHeading = "%nThe same seed brings the same faults at the same times, and the same shoppers.%n")
record ChaosOptions(
        @Option(names = "--minutes", description = "begin rounds for so long (no limit, if --rounds is given)")
        Integer minutes,

        @Option(names = "--rounds", description = "so many rounds (3, unless --minutes is given)")
        Integer rounds,

        @Option(names = "--seed", description = "what decides faults and shoppers (a random one)")
        Long seed,

        @Option(names = "--from-round", defaultValue = "1", description = "begin with this round of the seed")
        int firstRound,

        @Option(
                names = "--redis",
                paramLabel = "single|sentinel|cluster",
                defaultValue = "single",
                description = "one Redis, a master with two replicas and three Sentinels, or a Cluster of 3 + 6")
        Topology topology,

        @Option(names = "--instances", paramLabel = "1|2", defaultValue = "1", description = "so many of each service")
        int instances,

        @Option(names = "--buckets", defaultValue = "1", description = "in which the stock of each sale is, 1 to 16")
        int buckets,

        @Option(
                names = "--seconds",
                defaultValue = "" + DEFAULT_SECONDS,
                description = "in which things break, in each round")
        int seconds,

        @Option(names = "--shoppers", defaultValue = "300", description = "in each round")
        int shoppers,

        @Option(
                names = "--report",
                paramLabel = "DIR",
                description = "the folder of the report, new or empty (.flashsale/chaos/TIME)")
        @Nullable
        Path report,

        @Option(
                names = "--results",
                paramLabel = "FILE",
                description =
                        "add a line (CSV) for each round; those that it has are not played again, and none after one that did not hold")
        @Nullable
        Path results,

        @Option(
                names = "--summary",
                paramLabel = "FILE",
                description = "only print the sums of such a file, as a table in Markdown")
        @Nullable
        Path summary,

        @Option(names = "--plan", description = "only print what would be broken, round by round")
        boolean plan)
        implements CommandOptions {

    private static final int DEFAULT_SECONDS = 20;

    private static final int MAX_ROUNDS = 10_000;
    private static final int MAX_MINUTES = 24 * 60;

    ChaosOptions {
        if (rounds == null) {
            rounds = minutes == null ? 3 : MAX_ROUNDS;
        }
        minutes = minutes == null ? MAX_MINUTES : minutes;
        seed = seed == null ? RandomGenerator.getDefault().nextLong(1, 1_000_000) : seed;
    }

    @Override
    public void check() {
        requireNumber("--minutes", minutes, 1, MAX_MINUTES);
        requireNumber("--rounds", rounds, 1, MAX_ROUNDS);
        requireNumber("--from-round", firstRound, 1, MAX_ROUNDS);
        requireNumber("--instances", instances, 1, 2);
        requireNumber("--buckets", buckets, 1, 16);
        requireNumber("--seconds", seconds, 5, 600);
        requireNumber("--shoppers", shoppers, 1, 5_000);
    }

    /** The key of a round with these options. */
    RoundKey key(int round) {
        return new RoundKey(topology.word(), instances, buckets, seed, round, seconds, shoppers);
    }

    /** The command that repeats the run from this round on. */
    String command(int fromRound) {
        return "./chaos --redis=" + topology.word() + " --instances=" + instances
                + (buckets == 1 ? "" : " --buckets=" + buckets) + " --seed=" + seed + " --from-round=" + fromRound
                + " --rounds=1 --seconds=" + seconds + " --shoppers=" + shoppers;
    }
}
