package io.flashsale.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTests {

    private static final Path ROOT = Path.of("/project");

    @Test
    void shouldMeasureWhatThePageShowsUnlessToldOtherwise() throws Exception {
        Options options = Options.parse(ROOT);
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.burst()).isEqualTo(20_000);
        assertThat(options.mostUsers()).isEqualTo(100_000);
        assertThat(options.output()).isEqualTo(ROOT.resolve("docs/performance.md"));
    }

    @Test
    void shouldLeaveThePageAloneWhenQuick() throws Exception {
        Options options = Options.parse(ROOT, "--quick", "--rounds=2");
        assertThat(options.rounds()).isEqualTo(2);
        assertThat(options.output()).isEqualTo(ROOT.resolve("benchmark/target/performance.md"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rounds=0", "--rounds=x", "--seconds=1000", "--fast", "fast"})
    void shouldSayWhatItDoesNotUnderstand(String argument) {
        assertThatThrownBy(() -> Options.parse(ROOT, argument))
                .isInstanceOf(Options.UsageException.class)
                .hasMessageContaining(argument);
    }
}
