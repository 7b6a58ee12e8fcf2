package io.flashsale.chaos;

import io.flashsale.commandline.CommandArguments;
import io.flashsale.commandline.CommandLineOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code ./chaos} as typed; {@link ChaosOptions} interprets it. Null means not given. */
@Command(
        name = "./chaos",
        customSynopsis = "./chaos [options]",
        description = {
            "",
            "Starts the system on servers of its own, sends shoppers, breaks servers, services and the network between"
                    + " them, mends everything, and checks that what shoppers were told is what happened. Ends with one"
                    + " line: HOLDS (exit status 0), BROKEN (1), or why it could not test (2).",
            ""
        },
        footerHeading = "%nThe same seed brings the same faults at the same times, and the same shoppers.%n",
        sortOptions = false,
        usageHelpWidth = 118)
final class ChaosArguments extends CommandArguments {

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "begin rounds for so long (no limit, if --rounds is given)")
    @Nullable
    Integer minutes;

    @Option(names = "--rounds", paramLabel = "N", description = "so many rounds (3, unless --minutes is given)")
    @Nullable
    Integer rounds;

    @Option(names = "--seed", paramLabel = "N", description = "what decides faults and shoppers (a random one)")
    @Nullable
    Long seed;

    @Option(names = "--from-round", paramLabel = "N", description = "begin with this round of the seed (1)")
    @Nullable
    Integer fromRound;

    @Option(
            names = "--redis",
            paramLabel = "single|sentinel|cluster",
            description = "one Redis, a master with two replicas and three Sentinels, or a Cluster of 3 + 6 (single)")
    @Nullable
    String redis;

    @Option(names = "--instances", paramLabel = "1|2", description = "so many of each service (1)")
    @Nullable
    Integer instances;

    @Option(names = "--buckets", paramLabel = "N", description = "in which the stock of each sale is, 1 to 16 (1)")
    @Nullable
    Integer buckets;

    @Option(names = "--seconds", paramLabel = "N", description = "in which things break, in each round (20)")
    @Nullable
    Integer seconds;

    @Option(names = "--shoppers", paramLabel = "N", description = "in each round (300)")
    @Nullable
    Integer shoppers;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "the folder of the report, new or empty (.flashsale/chaos/TIME)")
    @Nullable
    Path report;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "add a line (CSV) for each round; those that it has are not played again, and none after one that did not hold")
    @Nullable
    Path results;

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            description = "only print the sums of such a file, as a table in Markdown")
    @Nullable
    Path summary;

    @Option(names = "--plan", description = "only print what would be broken, round by round")
    boolean plan;

    /** @throws CannotTestException for what {@link #usage()} does not list */
    static ChaosArguments parse(List<String> typed) {
        return CommandLineOptions.parse(new ChaosArguments(), typed, CannotTestException::new);
    }

    static String usage() {
        return CommandLineOptions.usage(new ChaosArguments());
    }
}
