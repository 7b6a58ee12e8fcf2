package io.flashsale.benchmark;

import io.flashsale.benchmark.load.Workload;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.commandline.CommandOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of {@code ./bench}.
 *
 * @param againstJvm file with further JVM arguments of the services; compares this working copy with itself
 * @param followed share of clicks that the other system follows; compares this working copy with itself
 */
@Command(
        name = "./bench",
        customSynopsis = "./bench [options]",
        description = "Starts the system on servers of its own, measures, prints the table, writes it to FILE"
                + " (docs/performance.md), and stops. Needs wrk (Debian: apt-get install wrk) and a quiet machine;"
                + " takes about twenty minutes. Exit status: 0 measured, 2 could not measure.")
record BenchOptions(
        @Option(
                names = "--rounds",
                description = "how often each figure is measured (3); the table shows the median and the spread")
        Integer rounds,

        @Option(names = "--seconds", description = "how long wrk runs for a figure (5)")
        Integer seconds,

        @Option(
                names = "--quick",
                description = "one round, small numbers: whether the bench works, not how fast the system is")
        boolean quick,

        @Option(
                names = "--figures",
                paramLabel = "LETTERS",
                description = "only these, such as d,e; the letters are those of the table (all)")
        @Nullable
        String letters,

        @Option(
                names = "--against",
                paramLabel = "REF",
                description =
                        "also builds and starts this revision, measures both in turn, figure by figure, and prints the ratios")
        @Nullable
        String against,

        @Option(
                names = "--against-jvm",
                paramLabel = "FILE",
                description =
                        "also starts this working copy with the arguments for the JVMs of its services that this file has, on"
                                + " top of the usual ones (java's argument file), and compares in the same way")
        @Nullable
        Path againstJvm,

        @Option(
                names = "--followed",
                paramLabel = "SHARE",
                description =
                        "also starts this working copy with that share of all clicks followed, such as 0.01 or 1, and"
                                + " compares in the same way")
        @Nullable
        Double followed,

        @Option(
                names = "--demands",
                paramLabel = "FILE",
                description =
                        "measures what the model takes, in four minutes: figures a to f and k once, and writes what each answer took"
                                + " of the processors to FILE")
        @Nullable
        Path demands,

        @Option(
                names = "--model",
                description = "starts nothing: prints what the model makes of such files, the tables of docs/scale.md")
        boolean model,

        @Option(names = "--output", paramLabel = "FILE", description = "another file for the table")
        Path output)
        implements CommandOptions {

    private static final Set<String> FOR_DEMANDS = Set.of("a", "b", "c", "d", "e", "f", "k");
    private static final Set<String> ALL = Set.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m");

    BenchOptions {
        boolean brief = quick || demands != null;
        boolean whole = !brief && letters == null && againstJvm == null && followed == null;
        Path page = Path.of(whole ? "docs/performance.md" : "tools/bench/target/performance.md");
        output = output == null ? page : output.toAbsolutePath();
        if (rounds == null) {
            rounds = brief ? 1 : 3;
        }
        if (seconds == null) {
            seconds = brief ? 2 : 5;
        }
    }

    @Override
    public void check() {
        requireNumber("--rounds", rounds, 1, 20);
        requireNumber("--seconds", seconds, 1, 120);
        require(against == null || againstJvm == null, "--against and --against-jvm are two comparisons: one a run");
        require(
                againstJvm == null || Files.isReadable(againstJvm),
                "--against-jvm: there is no file '" + againstJvm + "' to read");
        require(
                followed == null || against == null && againstJvm == null,
                "--followed is a comparison of its own: one a run");
        require(
                followed == null || followed > 0 && followed <= 1,
                "--followed is a share above 0 and up to 1, not '" + followed + "'");
        require(ALL.containsAll(figures()), "--figures are letters from a to m, such as d,e, not '" + letters + "'");
    }

    /** The letters of the figures to measure. */
    Set<String> figures() {
        if (letters == null) {
            return demands == null ? ALL : FOR_DEMANDS;
        }
        return new TreeSet<>(List.of(letters.split(",", -1)));
    }

    boolean measures(Figure figure) {
        return figures().contains(figure.letter());
    }

    Workload workload() {
        if (quick) {
            return Workload.QUICK;
        }
        return demands == null ? Workload.FULL : Workload.FOR_DEMANDS;
    }
}
