package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandOptions;
import io.flashsale.locklab.judging.Interleavings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code learn/lock-lab/judge}. */
@Command(
        name = "learn/lock-lab/judge",
        customSynopsis = "learn/lock-lab/judge FILE [options]",
        description = {
            "Puts a lock of your own to the test: FILE is one Java file, whose class implements LockScheme or Purchase, such as"
                    + " learn/lock-lab/my-locks/MyLock.java. It is compiled in memory and run on real processes and servers, first through"
                    + " a battery of scenarios, then in every order of two clients' commands with a few interruptions."
                    + " Exit status: 0 it holds, 1 it does not, 2 it could not be run.",
            "",
            "The file is run as it is, with all that you may do: bring files of your own only.",
            "",
            "      FILE            a copy of learn/lock-lab/my-locks/MyLock.java, which says what it may use"
        })
record JudgeOptions(
        @Parameters(hidden = true) List<String> files,

        @Option(
                names = "--interruptions",
                defaultValue = "2",
                description = "tries orders with so many at most: 0 to " + Interleavings.MAX_INTERRUPTIONS
                        + " (${DEFAULT-VALUE}). Each takes about ten times as long as the one before")
        int interruptions,

        @Option(
                names = "--seconds",
                defaultValue = "600",
                description = "begins no new order after so long: 1 to " + MAX_SECONDS + "")
        int seconds)
        implements CommandOptions {

    private static final int MAX_SECONDS = 7_200;

    @Override
    public void check() {
        requireNumber("--interruptions", interruptions, 0, Interleavings.MAX_INTERRUPTIONS);
        requireNumber("--seconds", seconds, 1, MAX_SECONDS);
        require(files.size() == 1, "which file?");
    }

    Path file() {
        return Path.of(files.getFirst());
    }
}
