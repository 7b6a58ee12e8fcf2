package io.flashsale.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import io.flashsale.loadtest.LoadProfile;
import io.flashsale.loadtest.TestPlan;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictOptionsTests {

    private static VerdictOptions parse(String words) {
        return VerdictKit.PROGRAM.parse(List.of(words.split(" "))).orElseThrow();
    }

    @Test
    void judgesWithTheDefaultsOfThePlan() {
        VerdictOptions options = parse("shop.yaml --users=50 --kill redis,app");

        assertThat(options.task()).isEqualTo(VerdictOptions.Task.JUDGE);
        assertThat(options.file()).isEqualTo(Path.of("shop.yaml"));
        assertThat(options.plan()).isEqualTo(TestPlan.OVERSELL);
        assertThat(options.load()).isEqualTo(new LoadProfile(50, 500, 50, 2, 1));
        assertThat(options.killed()).containsExactly("redis", "app");
        assertThat(parse("shop.yaml one-per-user --clicks 7").load().threads()).isEqualTo(7);
    }

    @Test
    void checksAndWritesAdapters() {
        assertThat(parse("check shop.yaml").task()).isEqualTo(VerdictOptions.Task.CHECK);
        assertThat(parse("init shop.yaml --openapi doc.json").file()).isEqualTo(Path.of("shop.yaml"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--yes",
                "check",
                "shop.yaml coupon-grab",
                "shop.yaml oversell more",
                "shop.yaml --openapi x",
                "shop.yaml --users=10 --threads=20",
                "shop.yaml one-per-user --threads=3"
            })
    void refusesWhatItCannotDo(String words) {
        assertThatThrownBy(() -> parse(words))
                .isInstanceOf(UsageException.class)
                .message()
                .hasLineCount(1);
    }
}
