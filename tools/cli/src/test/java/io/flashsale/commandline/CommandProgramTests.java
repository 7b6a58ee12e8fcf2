package io.flashsale.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class CommandProgramTests {

    @Command(name = "./sample", customSynopsis = "./sample [options]", description = "Does it.")
    record Sample(
            @Option(names = "--count", defaultValue = "1", description = "how many")
            int count,

            @Option(names = "--name", paramLabel = "NAME", description = "of it") @Nullable
            String name,

            @Option(names = "--file") @Nullable Path file,
            @Option(names = "--quick") boolean quick,
            @Parameters List<String> operands)
            implements CommandOptions {

        @Override
        public void check() {
            requireNumber("--count", count, 1, 5);
            require(operands.size() < 3, "so many?");
        }
    }

    private final CommandProgram<Sample> program =
            new CommandProgram<>("sample", Sample.class, List.of(IOException.class), List.of("the last line"));
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Sample parse(String... typed) {
        return program.parse(List.of(typed)).orElseThrow();
    }

    private int run(CommandProgram.Body<Sample> body, String... typed) {
        return program.run(
                List.of(typed),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                body);
    }

    private void assertStopped(Exception by, String line) {
        err.reset();
        int status = run(_ -> {
            throw by;
        });
        assertThat(status).isEqualTo(CommandProgram.COULD_NOT_RUN);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(line + "\n");
    }

    @Test
    void shouldReadBothWaysOfWritingAValueInAnyOrder() {
        assertThat(parse("one", "--count=3", "--quick", "--name", "two words", "--file=f", "two"))
                .isEqualTo(new Sample(3, "two words", Path.of("f"), true, List.of("one", "two")));
        assertThat(parse()).isEqualTo(new Sample(1, null, null, false, List.of()));
        assertThat(parse("@file").operands()).containsExactly("@file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--count=x      | Invalid value for option '--count': 'x' is not an int",
                "--count=       | Invalid value for option '--count': '' is not an int",
                "--coun=3       | Unknown option: '--coun=3'",
                "--name --count | Expected parameter for option '--name' but found '--count'",
                "--count        | Missing required parameter for option '--count' (N)",
                "--count=1 --count=2 | option '--count' (N) should be specified only once",
                "--name=        | --name needs a value",
                "--file=        | --file needs a value",
                "--count=0      | --count is a number from 1 to 5, not '0'",
                "--count=6      | --count is a number from 1 to 5, not '6'",
                "one two three  | so many?",
            })
    void shouldSayInOneLineWhatItDoesNotUnderstand(String typed, String why) {
        assertThat(run(_ -> 0, typed.split(" ", -1))).isEqualTo(CommandProgram.COULD_NOT_RUN);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("sample: " + why + (why.endsWith("?") ? "" : ".") + " See ./sample --help\n");
    }

    @Test
    void shouldListTheOptionsAndWhatBelongsBelow() {
        assertThat(program.usage())
                .startsWith("Usage: ./sample [options]\n\nDoes it.\n\n")
                .contains("--count=N", "how many (1)", "--name=NAME", "of it\n")
                .containsSubsequence("--name", "-h, --help", "this text")
                .endsWith("the last line\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h --other", "--count 3 --help", "--help --count=0"})
    void shouldHelpWhateverElseIsTyped(String typed) {
        assertThat(run(_ -> 1, typed.split(" ", -1))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(program.usage());
    }

    @Test
    void shouldEndWithTheStatusOfTheBodyOrReportInOneLineWhatStopsIt() {
        assertThat(run(Sample::count, "--count=4")).isEqualTo(4);
        assertStopped(new IOException("no disk\n  at all\n"), "sample: no disk; at all");
        assertStopped(new UsageException("not there"), "sample: not there");
        assertStopped(new IllegalStateException("oh"), "sample: java.lang.IllegalStateException: oh");
        assertStopped(new InterruptedException(), "sample: interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
