package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandArguments;
import io.flashsale.commandline.CommandLineOptions;
import io.flashsale.locklab.scenario.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code learn/lock-lab/cases} as typed; {@link CasesOptions} holds its meaning. */
@Command(
        name = "learn/lock-lab/cases",
        customSynopsis = {
            "learn/lock-lab/cases list",
            "       learn/lock-lab/cases run CASE[/SCENARIO] [options]",
            "       learn/lock-lab/cases compare CASE[/SCENARIO],CASE,… [options]"
        },
        description = {
            "",
            "Runs lock and stock schemes on real processes and servers, and says whether each holds and fails as stated."
                    + " Needs no running system: starts the servers and workers that it needs, and ends them."
                    + " Exit status: 0 every outcome is what the case states, 1 one differs, 2 it could not be run.",
            "",
            "      CASE            a scheme, such as A6; 'all' for all of them",
            "      SCENARIO        one of its scenarios, see learn/lock-lab/cases list; without it, all. To compare, another",
            "                        scenario than its crowd that takes sizes: E3,E3/everything-in-the-request"
        },
        sortOptions = false,
        usageHelpWidth = 118)
final class CasesArguments extends CommandArguments {

    @Parameters(arity = "0..*", hidden = true)
    List<String> words = new ArrayList<>();

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "runs only scenarios with this fault: none, crowd, exception, slow, pause, kill, …")
    @Nullable
    String fault;

    @Option(
            names = "--times",
            paramLabel = "N",
            description =
                    "runs each scenario so often: 1 to 1000 (${DEFAULT-VALUE}); to compare, prints the run whose rate is the"
                            + " median, and the lowest and the highest rate")
    int times = 1;

    @Option(
            names = "--stock",
            paramLabel = "N",
            description = "units that a crowd wants: at most " + Limits.STOCK + " (${DEFAULT-VALUE})")
    int stock = 100;

    @Option(
            names = "--buyers",
            paramLabel = "N",
            description = "buyers in a crowd: at most " + Limits.BUYERS + " (${DEFAULT-VALUE})")
    int buyers = 20;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "processes of a crowd: at most " + Limits.PROCESSES + " (${DEFAULT-VALUE})")
    int processes = 2;

    @Option(names = "--json", description = "print the reports as the API answers them, one a line")
    boolean json;

    @Option(
            names = "--diagram",
            description =
                    "run: print what each client and server did as a Mermaid sequence diagram, but not of a crowd")
    boolean diagram;

    @Option(
            names = "--lang",
            paramLabel = "LANG",
            description = "en or zh: the language of names and reasons (${DEFAULT-VALUE})")
    String language = "en";

    /** @throws WrongUsageException for options that {@link #usage()} does not list */
    static CasesArguments parse(List<String> typed) {
        return CommandLineOptions.parse(new CasesArguments(), typed, WrongUsageException::new);
    }

    static String usage() {
        return CommandLineOptions.usage(new CasesArguments());
    }
}
