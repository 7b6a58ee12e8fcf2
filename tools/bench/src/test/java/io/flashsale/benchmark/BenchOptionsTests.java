package io.flashsale.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.benchmark.load.Workload;
import io.flashsale.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchOptionsTests {

    private static BenchOptions parse(String... typed) {
        return Bench.PROGRAM.parse(List.of(typed)).orElseThrow();
    }

    @Test
    void shouldMeasureWhatThePageShowsUnlessToldOtherwise() {
        BenchOptions options = parse();
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.workload().burst()).isEqualTo(20_000);
        assertThat(options.workload().maxUsers()).isEqualTo(100_000);
        assertThat(options.output()).isEqualTo(Path.of("docs/performance.md"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quick", "--demands=/run.json", "--figures=d", "--followed=0.01"})
    void shouldLeaveThePageAloneWhenItMeasuresAPartOrSomethingElse(String option) {
        assertThat(parse(option).output()).isEqualTo(Path.of("tools/bench/target/performance.md"));
        assertThat(parse(option, "--rounds=2").rounds()).isEqualTo(2);
    }

    @Test
    void shouldMeasureOnceAndBrieflyWhatTheModelTakes() {
        BenchOptions options = parse("--demands=/run.json");
        assertThat(options.demands()).isEqualTo(Path.of("/run.json"));
        assertThat(options.rounds()).isOne();
        assertThat(options.figures()).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f", "k");
        assertThat(options.workload()).isEqualTo(Workload.FOR_DEMANDS);
    }

    @Test
    void shouldCompareWithOtherArgumentsOfTheJvms(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("four"), "-Djdk.virtualThreadScheduler.parallelism=4");
        assertThat(parse("--against-jvm", file.toString()).againstJvm()).isEqualTo(file);
        assertThatThrownBy(() -> parse("--against=v1", "--against-jvm=" + file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("one a run");
        assertThatThrownBy(() -> parse("--against-jvm=" + folder.resolve("none")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("there is no file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rounds=0     | --rounds is a number from 1 to 20, not '0'",
                "--seconds=1000 | --seconds is a number from 1 to 120, not '1000'",
                "--followed=0   | --followed is a share above 0 and up to 1, not '0.0'",
                "--followed=1.1 | --followed is a share above 0 and up to 1, not '1.1'",
                "--followed=1 --against=v1 | --followed is a comparison of its own",
                "--output=      | --output needs a value",
                "--figures=d,x  | --figures are letters from a to m, such as d,e, not 'd,x'",
            })
    void shouldSayInOneLineWhatItDoesNotUnderstand(String typed, String why) {
        assertThatThrownBy(() -> parse(typed.split(" ")))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why, "See ./bench --help")
                .hasLineCount(1);
    }
}
