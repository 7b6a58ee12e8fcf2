package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as it is typed, as far as it starts nothing. */
class ChaosCommandTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... typed) {
        return Chaos.run(
                List.of(typed),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--redis=double",
                "--instances=3",
                "--instances=0",
                "--rounds=0",
                "--minutes=x",
                "--seed=",
                "--seconds=1",
                "--shoppers=0",
                "--report=",
                "--from-round=-1",
                "--nonsense",
                "and"
            })
    void saysInOneLineWhatItDoesNotUnderstand(String argument) {
        assertThat(run(argument)).isEqualTo(Tester.COULD_NOT_TEST);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("chaos: ").hasLineCount(1);
    }

    @Test
    void wantsAFolderOfItsOwnForTheReport(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("report.html"), "of another run");
        assertThat(run("--report=" + folder)).isEqualTo(Tester.COULD_NOT_TEST);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("is not empty")
                .hasLineCount(1);
        assertThat(folder.resolve("report.html")).hasContent("of another run");
    }

    @Test
    void printsThePlanOfASeedAndTheSameOneAgain() {
        assertThat(run("--plan", "--seed=7", "--rounds=5", "--redis=cluster")).isEqualTo(Tester.HOLDS);
        String first = out.toString(StandardCharsets.UTF_8);
        assertThat(first).hasLineCount(5);
        out.reset();
        run("--plan", "--seed=7", "--rounds=5", "--redis=cluster");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(first);
        out.reset();
        run("--plan", "--seed=7", "--from-round=5", "--rounds=1", "--redis=cluster");
        assertThat(first).endsWith(out.toString(StandardCharsets.UTF_8));
        out.reset();
        run("--plan", "--seed=8", "--rounds=5", "--redis=cluster");
        assertThat(out.toString(StandardCharsets.UTF_8)).isNotEqualTo(first);
    }

    @Test
    void explainsItself() {
        assertThat(run("--help")).isEqualTo(Tester.HOLDS);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--redis", "--seed", "--instances", "BROKEN");
    }
}
