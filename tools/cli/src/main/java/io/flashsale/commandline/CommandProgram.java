package io.flashsale.commandline;

import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * A command of ours: it reads its options, prints its help text, and reports in one line what it could not do.
 *
 * <p>The grammar accepts {@code --option=value} and {@code --option value}, with options and operands in any order. It
 * has no abbreviations and no argument files ({@code @file}), and never takes an option as the value of another.
 *
 * <p>The help text shows an option's default after its description, and N for a value without a label.
 *
 * @param name with which its error messages begin
 * @param options a record, annotated with picocli's {@code @Command}
 * @param explained exceptions whose message says what is wrong; of others the class is printed, too
 * @param footer lines below the options in the help text
 */
public record CommandProgram<T extends CommandOptions>(
        String name, Class<T> options, List<Class<? extends Exception>> explained, List<String> footer) {

    /** The exit status of a command that could not do its work. */
    public static final int COULD_NOT_RUN = 2;

    private static final String DEFAULT = "${DEFAULT-VALUE}";

    /** What a command does; returns its exit status. */
    @FunctionalInterface
    public interface Body<T> {
        int run(T options) throws Exception;
    }

    public CommandProgram(String name, Class<T> options, List<Class<? extends Exception>> explained) {
        this(name, options, explained, List.of());
    }

    /** Runs the body, or prints the help text if it is asked for; returns the exit status. */
    public int run(List<String> typed, PrintStream out, PrintStream err, Body<T> body) {
        return run(name, err, explained, () -> {
            Optional<T> given = parse(typed);
            if (given.isEmpty()) {
                out.print(usage());
                return 0;
            }
            return body.run(given.get());
        });
    }

    /** Returns the body's exit status, or {@link #COULD_NOT_RUN} after printing why. */
    public static int run(
            String name, PrintStream err, List<Class<? extends Exception>> explained, Callable<Integer> body) {
        String why;
        try {
            return body.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = "interrupted";
        } catch (Exception | LinkageError e) {
            boolean isExplained =
                    e instanceof UsageException || explained.stream().anyMatch(type -> type.isInstance(e));
            why = String.valueOf(isExplained ? e.getMessage() : e);
        }
        err.println(name + ": " + why.strip().replaceAll("\\s*\\n\\s*", "; "));
        return COULD_NOT_RUN;
    }

    /**
     * Returns the options; empty if help is asked for.
     *
     * @throws UsageException for an option that {@link #usage} does not list, or an invalid value
     */
    public Optional<T> parse(List<String> typed) {
        List<ArgSpec> arguments = arguments();
        CommandLine command = commandLine(arguments);
        try {
            command.parseArgs(typed.toArray(String[]::new));
            if (command.isUsageHelpRequested()) {
                return Optional.empty();
            }
            T given = construct(arguments);
            given.check();
            return Optional.of(given);
        } catch (ParameterException | UsageException wrong) {
            String why = String.valueOf(wrong.getMessage());
            throw new UsageException(
                    why + (why.endsWith("?") ? " See " : ". See ") + command.getCommandName() + " --help");
        }
    }

    /** The text of {@code --help}. */
    public String usage() {
        return commandLine(arguments()).getUsageMessage();
    }

    private List<ArgSpec> arguments() {
        return Stream.of(options.getRecordComponents())
                .map(CommandProgram::argument)
                .toList();
    }

    private CommandLine commandLine(List<ArgSpec> arguments) {
        Command command = options.getAnnotation(Command.class);
        CommandSpec spec = CommandSpec.create();
        spec.updateCommandAttributes(command, CommandLine.defaultFactory());
        spec.usageMessage()
                .sortOptions(false)
                .width(118)
                .description(("\n" + String.join("\n", command.description()) + "\n").split("\n", -1));
        arguments.forEach(spec::add);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .type(boolean.class)
                .usageHelp(true)
                .description("this text")
                .build());
        if (!footer.isEmpty()) {
            spec.usageMessage().footer(footer.toArray(String[]::new));
        }
        return new CommandLine(spec)
                .setExpandAtFiles(false)
                .setUnmatchedOptionsAllowedAsOptionParameters(false)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** The compiler copies the annotations of a record's component to its accessor. */
    private static ArgSpec argument(RecordComponent component) {
        Option option = component.getAccessor().getAnnotation(Option.class);
        if (option == null) {
            Parameters operands = component.getAccessor().getAnnotation(Parameters.class);
            return PositionalParamSpec.builder()
                    .type(List.class)
                    .auxiliaryTypes(String.class)
                    .arity("0..*")
                    .paramLabel(operands.paramLabel())
                    .hideParamSyntax(true)
                    .hidden(operands.hidden())
                    .description(operands.description())
                    .build();
        }
        OptionSpec.Builder builder = OptionSpec.builder(option.names())
                .type(component.getType())
                .paramLabel(option.paramLabel().isEmpty() ? "N" : option.paramLabel())
                .description(option.description())
                .defaultValue(option.defaultValue())
                .converters(Stream.of(option.converter())
                        .map(CommandProgram::converter)
                        .toArray(ITypeConverter<?>[]::new));
        String description = String.join("", option.description());
        return builder.build().defaultValue() == null || description.contains(DEFAULT)
                ? builder.build()
                : builder.description(description + " (" + DEFAULT + ")").build();
    }

    private static ITypeConverter<?> converter(Class<? extends ITypeConverter<?>> type) {
        try {
            return CommandLine.defaultFactory().create(type);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object value(ArgSpec argument) {
        Object value = argument.getValue();
        if (argument instanceof OptionSpec option
                && (value instanceof String || value instanceof Path)
                && value.toString().isBlank()) {
            throw new UsageException(option.longestName() + " needs a value");
        }
        if (value == null && argument.type() == boolean.class) {
            return false;
        }
        return value == null && argument.isPositional() ? List.of() : value;
    }

    private T construct(List<ArgSpec> arguments) {
        RecordComponent[] components = options.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(arguments.get(i));
        }
        try {
            Constructor<T> constructor = options.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
