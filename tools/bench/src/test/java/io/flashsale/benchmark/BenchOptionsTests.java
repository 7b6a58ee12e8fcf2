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

    @Test
    void shouldLeaveThePageAloneWhenQuick() {
        BenchOptions options = parse("--quick", "--rounds=2");
        assertThat(options.rounds()).isEqualTo(2);
        assertThat(options.output()).isEqualTo(Path.of("tools/bench/target/performance.md"));
    }

    @Test
    void shouldMeasureOnceAndBrieflyWhatTheModelTakes() {
        BenchOptions options = parse("--demands=/run.json");
        assertThat(options.demands()).isEqualTo(Path.of("/run.json"));
        assertThat(options.rounds()).isOne();
        assertThat(options.figures()).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f", "k");
        assertThat(options.workload()).isEqualTo(Workload.FOR_DEMANDS);
        assertThat(options.output()).isEqualTo(Path.of("tools/bench/target/performance.md"));
    }

    @Test
    void shouldTakeEveryValue() {
        BenchOptions options =
                parse("--rounds", "4", "--seconds=7", "--figures=d,e", "--against", "v1", "--output", "/table.md");
        assertThat(options)
                .isEqualTo(new BenchOptions(4, 7, false, "d,e", "v1", null, null, null, false, Path.of("/table.md")));
        assertThat(options.figures()).containsExactly("d", "e");
        assertThat(options.workload()).isEqualTo(Workload.FULL);
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

    @Test
    void shouldCompareWithOneThatFollowsClicks() {
        BenchOptions options = parse("--followed=0.01");
        assertThat(options.followed()).isEqualTo(0.01);
        assertThat(options.output()).isEqualTo(parse("--figures=d").output());
        assertThatThrownBy(() -> parse("--followed=0")).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> parse("--followed=1.1")).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> parse("--followed=1", "--against=v1")).isInstanceOf(UsageException.class);
    }

    @Test
    void shouldKeepThePageWholeWhenItMeasuresAPart() {
        assertThat(parse("--figures=d").output()).isEqualTo(Path.of("tools/bench/target/performance.md"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rounds=0     | --rounds is a number from 1 to 20, not '0'",
                "--seconds=1000 | --seconds is a number from 1 to 120, not '1000'",
                "--output=      | --output needs a value",
                "--figures=d,x  | --figures are letters from a to k, such as d,e, not 'd,x'",
            })
    void shouldSayInOneLineWhatItDoesNotUnderstand(String typed, String why) {
        assertThatThrownBy(() -> parse(typed))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why, "See ./bench --help")
                .hasLineCount(1);
    }

    @Test
    void shouldExplainItself() {
        assertThat(Bench.PROGRAM.usage()).contains("--quick", "docs/performance.md");
    }
}
