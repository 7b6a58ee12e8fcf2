package io.flashsale.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class CommandLineOptionsTests {

    @Command(name = "sample", sortOptions = false)
    private static final class Sample extends CommandArguments {

        @Option(names = "--count", description = "how many")
        int count = 1;

        @Option(names = "--name")
        @Nullable
        String name;

        @Parameters
        List<String> operands = new ArrayList<>();
    }

    private static Sample parse(String... typed) {
        return CommandLineOptions.parse(new Sample(), List.of(typed), IllegalStateException::new);
    }

    @Test
    void shouldReadBothWaysOfWritingAValueInAnyOrder() {
        Sample read = parse("one", "--count=3", "--name", "two words", "two");
        assertThat(read.count).isEqualTo(3);
        assertThat(read.name).isEqualTo("two words");
        assertThat(read.operands).containsExactly("one", "two");
        assertThat(parse("@file").operands).containsExactly("@file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--count=x", "--count=", "--coun=3", "--other", "--name --count"})
    void shouldSayInOneLineWhatItDoesNotUnderstand(String typed) {
        assertThatThrownBy(() -> parse(typed.split(" ", -1)))
                .isInstanceOf(IllegalStateException.class)
                .message()
                .endsWith(". See sample --help")
                .doesNotContain("\n");
    }

    @Test
    void shouldListTheOptionsAndWhatBelongsBelow() {
        assertThat(CommandLineOptions.usage(new Sample(), "the last line"))
                .contains("--count", "how many")
                .containsSubsequence("--name", "--help", "this text")
                .endsWith("the last line\n");
    }

    @Test
    void shouldAskForHelpWhateverElseIsTyped() {
        assertThat(parse("-h", "--other").help).isTrue();
        assertThat(parse("--count", "3", "--help").help).isTrue();
        assertThat(parse().help).isFalse();
    }
}
