package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTests {

    private static final Path ROOT = Path.of("/project");

    @Test
    void hasDefaultsForAll() {
        Options options = Options.parse(ROOT);
        assertThat(options.port()).isEqualTo(8080);
        assertThat(options.data()).isEqualTo(ROOT.resolve(".flashsale/demo"));
        assertThat(options.database()).isEqualTo(Options.Database.MARIADB);
        assertThat(options.fresh()).isFalse();
    }

    @Test
    void takesEveryOption() {
        Options options =
                Options.parse(ROOT, "--db=mysql", "--fresh", "--data=/d", "--port=9000", "--host=0.0.0.0", "--smoke");
        assertThat(options)
                .isEqualTo(new Options(Options.Database.MYSQL, true, Path.of("/d"), "0.0.0.0", 9000, true, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--nope", "demo", "--db=oracle", "--port=0", "--port=x", "--port", "--data=", "--fresh=yes"})
    void refusesAnythingElseInOneLine(String argument) {
        assertThatThrownBy(() -> Options.parse(ROOT, argument))
                .isInstanceOf(Options.UsageException.class)
                .message()
                .doesNotContain("\n");
    }
}
