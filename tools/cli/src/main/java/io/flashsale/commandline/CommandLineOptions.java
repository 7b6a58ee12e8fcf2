package io.flashsale.commandline;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The grammar of all our commands. It accepts {@code --option=value} and {@code --option value}, with options and
 * operands in any order. It has no abbreviations and no argument files ({@code @file}), and never takes an option
 * as the value of another.
 */
public final class CommandLineOptions {

    private CommandLineOptions() {}

    /**
     * Fills an object whose fields are annotated with picocli's {@code @Option} and {@code @Parameters}.
     *
     * @param refusal makes the exception for an option that {@link #usage} does not list, or an invalid value, from
     *     one printable line that says where help is
     */
    public static <T, E extends RuntimeException> T parse(
            T annotated, List<String> typed, Function<String, E> refusal) {
        CommandLine command = commandLine(annotated);
        try {
            command.parseArgs(typed.toArray(String[]::new));
            return annotated;
        } catch (ParameterException notUnderstood) {
            throw refusal.apply(notUnderstood.getMessage() + ". See " + command.getCommandName() + " --help");
        }
    }

    /**
     * Returns the text of {@code --help}.
     *
     * @param footer lines below the options
     */
    public static String usage(Object annotated, String... footer) {
        CommandLine command = commandLine(annotated);
        if (footer.length > 0) {
            command.getCommandSpec().usageMessage().footer(footer);
        }
        return command.getUsageMessage();
    }

    /** Returns a picocli parser with this grammar, for a program that has picocli run it. */
    public static CommandLine commandLine(Object annotated) {
        return new CommandLine(annotated).setExpandAtFiles(false).setUnmatchedOptionsAllowedAsOptionParameters(false);
    }
}
