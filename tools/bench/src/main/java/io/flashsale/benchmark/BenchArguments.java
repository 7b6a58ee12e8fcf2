package io.flashsale.benchmark;

import io.flashsale.commandline.CommandArguments;
import io.flashsale.commandline.CommandLineOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code ./bench} as typed; {@link BenchOptions} is its meaning. Null means not given. */
@Command(
        name = "./bench",
        customSynopsis = "./bench [options]",
        description = {
            "",
            "Starts the system on servers of its own, measures, prints the table, writes it to FILE"
                    + " (docs/performance.md), and stops. Needs wrk (Debian: apt-get install wrk) and a quiet machine;"
                    + " takes about twenty minutes. Exit status: 0 measured, 2 could not measure.",
            ""
        },
        sortOptions = false,
        usageHelpWidth = 118)
final class BenchArguments extends CommandArguments {

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "how often each figure is measured (3); the table shows the median and the spread")
    @Nullable
    Integer rounds;

    @Option(names = "--seconds", paramLabel = "N", description = "how long wrk runs for a figure (5)")
    @Nullable
    Integer seconds;

    @Option(
            names = "--quick",
            description = "one round, small numbers: whether the bench works, not how fast the system is")
    boolean quick;

    @Option(
            names = "--figures",
            paramLabel = "LETTERS",
            description = "only these, such as d,e; the letters are those of the table (all)")
    @Nullable
    String figures;

    @Option(
            names = "--against",
            paramLabel = "REF",
            description =
                    "also builds and starts this revision, measures both in turn in each round, and prints the ratios")
    @Nullable
    String against;

    @Option(
            names = "--against-jvm",
            paramLabel = "FILE",
            description =
                    "also starts this working copy with the arguments for the JVMs of its services that this file has, on"
                            + " top of the usual ones (java's argument file), and compares in the same way")
    @Nullable
    Path againstJvm;

    @Option(
            names = "--followed",
            paramLabel = "SHARE",
            description = "also starts this working copy with that share of all clicks followed, such as 0.01 or 1, and"
                    + " compares in the same way")
    @Nullable
    Double followed;

    @Option(
            names = "--demands",
            paramLabel = "FILE",
            description =
                    "measures what the model takes, in four minutes: figures a to f and k once, and writes what each answer took"
                            + " of the processors to FILE")
    @Nullable
    Path demands;

    @Option(
            names = "--model",
            description = "starts nothing: prints what the model makes of such files, the tables of docs/scale.md")
    boolean model;

    @Option(names = "--output", paramLabel = "FILE", description = "another file for the table")
    @Nullable
    Path output;

    /** @throws BenchFailedException for options that {@link #usage()} does not list */
    static BenchArguments parse(String... typed) {
        return CommandLineOptions.parse(new BenchArguments(), List.of(typed), BenchFailedException::new);
    }

    static String usage() {
        return CommandLineOptions.usage(new BenchArguments());
    }
}
