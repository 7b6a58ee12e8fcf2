package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandArguments;
import io.flashsale.commandline.CommandLineOptions;
import io.flashsale.locklab.judging.Interleavings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code learn/lock-lab/judge} as typed. */
@Command(
        name = "learn/lock-lab/judge",
        customSynopsis = "learn/lock-lab/judge FILE [options]",
        description = {
            "",
            "Puts a lock of your own to the test: FILE is one Java file, whose class implements LockScheme or Purchase, such as"
                    + " learn/lock-lab/my-locks/MyLock.java. It is compiled in memory and run on real processes and servers, first through"
                    + " a battery of scenarios, then in every order of two clients' commands with a few interruptions."
                    + " Exit status: 0 it holds, 1 it does not, 2 it could not be run.",
            "",
            "The file is run as it is, with all that you may do: bring files of your own only.",
            "",
            "      FILE            a copy of learn/lock-lab/my-locks/MyLock.java, which says what it may use"
        },
        sortOptions = false,
        usageHelpWidth = 118)
final class JudgeArguments extends CommandArguments {

    private static final int MAX_SECONDS = 7_200;

    @Parameters(arity = "0..*", hidden = true)
    List<String> files = new ArrayList<>();

    @Option(
            names = "--interruptions",
            paramLabel = "N",
            description = "tries orders with so many at most: 0 to " + Interleavings.MAX_INTERRUPTIONS
                    + " (${DEFAULT-VALUE}). Each takes about ten times as long as the one before")
    int interruptions = 2;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "begins no new order after so long: 1 to " + MAX_SECONDS + " (${DEFAULT-VALUE})")
    int seconds = 600;

    /** @throws WrongUsageException for options that {@link #usage()} does not list, and for values out of range */
    static JudgeArguments parse(List<String> typed) {
        JudgeArguments given = CommandLineOptions.parse(new JudgeArguments(), typed, WrongUsageException::new);
        given.check("--interruptions", given.interruptions, 0, Interleavings.MAX_INTERRUPTIONS);
        given.check("--seconds", given.seconds, 1, MAX_SECONDS);
        return given;
    }

    private void check(String option, int value, int min, int max) {
        if (!help && (value < min || value > max)) {
            throw new WrongUsageException(option + " takes " + min + " to " + max + ", not '" + value + "'");
        }
    }

    Path file() {
        if (files.size() != 1) {
            throw new WrongUsageException("which file? See learn/lock-lab/judge --help");
        }
        return Path.of(files.getFirst());
    }

    static String usage() {
        return CommandLineOptions.usage(new JudgeArguments());
    }
}
