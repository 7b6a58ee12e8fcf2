package io.flashsale.commandline;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The one grammar of our commands: {@code --option=value} and {@code --option value}, options and operands in any order,
 * no abbreviations, no files of arguments ({@code @file}), and an option is never the value of another one.
 */
public final class CommandLineOptions {

    private CommandLineOptions() {}

    /**
     * Fills an object whose fields are annotated with picocli's {@code @Option} and {@code @Parameters}.
     *
     * @param refusal makes the exception for what {@link #usage} does not know, or a value that does not fit, out of one
     *     line that may be printed, and says where help is
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
     * The text of {@code --help}.
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

    /** What reads a command line by this grammar into an object, for a program that has picocli run it. */
    public static CommandLine commandLine(Object annotated) {
        return new CommandLine(annotated).setExpandAtFiles(false).setUnmatchedOptionsAllowedAsOptionParameters(false);
    }
}
