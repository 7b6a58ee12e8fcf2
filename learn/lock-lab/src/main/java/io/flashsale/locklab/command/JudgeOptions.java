package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandOptions;
import io.flashsale.commandline.UsageException;
import io.flashsale.locklab.exercise.Exercise;
import io.flashsale.locklab.judging.Interleavings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code learn/lock-lab/judge}. */
@Command(
        name = "learn/lock-lab/judge",
        customSynopsis = {"learn/lock-lab/judge FILE [options]", "       learn/lock-lab/judge --exercise N.M [FILE]"},
        description = {
            "Puts a lock of your own to the test: FILE is one Java file, whose class implements LockScheme or Purchase, such as"
                    + " learn/lock-lab/my-locks/MyLock.java. It is compiled in memory and run on real processes and servers, first through"
                    + " a battery of scenarios, then in every order of two clients' commands with a few interruptions."
                    + " Exit status: 0 it holds, 1 it does not, 2 it could not be run.",
            "",
            "The file is run as it is, with all that you may do: bring files of your own only.",
            "",
            "      FILE            a copy of learn/lock-lab/my-locks/MyLock.java, which says what it may use; or your file of an exercise"
        })
record JudgeOptions(
        @Parameters(hidden = true) List<String> files,

        @Option(
                names = "--exercise",
                paramLabel = "N.M",
                description =
                        "judges the answer to an exercise of the course, such as 3.1: runs what proves it with the"
                                + " lab's class, and with that of FILE. Without FILE, prints the task and copies the file to change"
                                + " to learn/lock-lab/my-locks")
        @Nullable
        String number,

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
        require(files.size() == 1 || (files.isEmpty() && number != null), "which file?");
        exercise();
    }

    /** The exercise to judge; null if the file is a lock of the learner's own. */
    @Nullable
    Exercise exercise() {
        return number == null
                ? null
                : Exercise.find(number)
                        .orElseThrow(() -> new UsageException("no exercise '" + number + "' changes code; there are "
                                + Exercise.all().stream().map(Exercise::number).collect(Collectors.joining(", "))));
    }

    Path file() {
        return Path.of(files.getFirst());
    }
}
