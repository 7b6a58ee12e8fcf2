package io.flashsale.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.benchmark.load.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchOptionsTests {

    private static final Path ROOT = Path.of("/project");

    private static BenchOptions parse(String... typed) {
        return BenchOptions.of(ROOT, BenchArguments.parse(typed));
    }

    @Test
    void shouldMeasureWhatThePageShowsUnlessToldOtherwise() {
        BenchOptions options = parse();
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.workload().burst()).isEqualTo(20_000);
        assertThat(options.workload().maxUsers()).isEqualTo(100_000);
        assertThat(options.output()).isEqualTo(ROOT.resolve("docs/performance.md"));
    }

    @Test
    void shouldLeaveThePageAloneWhenQuick() {
        BenchOptions options = parse("--quick", "--rounds=2");
        assertThat(options.rounds()).isEqualTo(2);
        assertThat(options.output()).isEqualTo(ROOT.resolve("tools/bench/target/performance.md"));
    }

    @Test
    void shouldMeasureOnceAndBrieflyWhatTheModelTakes() {
        BenchOptions options = parse("--demands=/run.json");
        assertThat(options.demands()).contains(Path.of("/run.json"));
        assertThat(options.rounds()).isOne();
        assertThat(options.figures()).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f", "k");
        assertThat(options.workload()).isEqualTo(Workload.FOR_DEMANDS);
        assertThat(options.output()).isEqualTo(ROOT.resolve("tools/bench/target/performance.md"));
    }

    @Test
    void shouldTakeValuesWithAndWithoutAnEqualsSign() {
        assertThat(parse("--rounds", "4", "--seconds=7", "--figures=d,e", "--against", "v1", "--output", "/table.md"))
                .isEqualTo(new BenchOptions(
                        4,
                        7,
                        Set.of("d", "e"),
                        Optional.of("v1"),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        Path.of("/table.md"),
                        Optional.empty(),
                        Workload.FULL));
    }

    @Test
    void shouldCompareWithOtherArgumentsOfTheJvms(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("four"), "-Djdk.virtualThreadScheduler.parallelism=4");
        assertThat(parse("--against-jvm", file.toString()).againstJvm()).contains(file);
        assertThatThrownBy(() -> parse("--against=v1", "--against-jvm=" + file))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("one a run");
        assertThatThrownBy(() -> parse("--against-jvm=" + folder.resolve("none")))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("there is no file");
    }

    @Test
    void shouldCompareWithOneThatFollowsClicks() {
        BenchOptions options = parse("--followed=0.01");
        assertThat(options.followed()).hasValue(0.01);
        assertThat(options.output()).isEqualTo(parse("--figures=d").output());
        assertThatThrownBy(() -> parse("--followed=0")).isInstanceOf(BenchFailedException.class);
        assertThatThrownBy(() -> parse("--followed=1.1")).isInstanceOf(BenchFailedException.class);
        assertThatThrownBy(() -> parse("--followed=1", "--against=v1")).isInstanceOf(BenchFailedException.class);
    }

    @Test
    void shouldKeepThePageWholeWhenItMeasuresAPart() {
        assertThat(parse("--figures=d").output()).isEqualTo(ROOT.resolve("tools/bench/target/performance.md"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rounds=0     | --rounds is a number from 1 to 20, not '0'",
                "--rounds=x     | option '--rounds': 'x' is not an int",
                "--seconds=1000 | --seconds is a number from 1 to 120, not '1000'",
                "--seconds      | Missing required parameter for option '--seconds' (N)",
                "--output=      | --output is a file, not ''",
                "--figures=d,x  | --figures are letters from a to k, such as d,e, not 'd,x'",
                "--fast         | Unknown option: '--fast'",
                "fast           | Unmatched argument at index 0: 'fast'",
            })
    void shouldSayInOneLineWhatItDoesNotUnderstand(String typed, String why) {
        assertThatThrownBy(() -> parse(typed))
                .isInstanceOf(BenchFailedException.class)
                .message()
                .contains(why, "See ./bench --help")
                .hasLineCount(1);
    }

    @Test
    void shouldHelpWhateverElseIsTyped() {
        assertThat(BenchArguments.parse("--fast", "--help").help).isTrue();
        assertThat(BenchArguments.usage()).contains("--quick", "docs/performance.md");
    }
}
