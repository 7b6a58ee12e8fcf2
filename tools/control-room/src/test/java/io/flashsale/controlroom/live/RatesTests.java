package io.flashsale.controlroom.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatesTests {

    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

    private final Rates rates = new Rates();

    private @Nullable Double rate(@Nullable Long count, double seconds) {
        Map<String, @Nullable Long> counts = new HashMap<>();
        counts.put("accepted", count);
        return rates.of(counts, START.plusMillis((long) (seconds * 1000))).get("accepted");
    }

    @Test
    void shouldBeUnknownAtFirst() {
        assertThat(rate(1_000L, 0)).isNull();
    }

    @Test
    void shouldBePerSecondWhateverThePace() {
        rate(1_000L, 0);
        assertThat(rate(1_050L, 0.5)).isEqualTo(100);
        assertThat(rate(1_050L, 1)).isZero();
        assertThat(rate(1_065L, 3)).isEqualTo(7.5);
    }

    @Test
    void shouldSpanATimeInWhichTheCountWasUnknown() {
        rate(100L, 0);
        assertThat(rate(null, 1)).isNull();
        assertThat(rate(140L, 2)).isEqualTo(20);
    }

    @Test
    void shouldBeUnknownWhenTheCountBeganAnew() {
        rate(100L, 0);
        assertThat(rate(3L, 1)).isNull();
        assertThat(rate(5L, 2)).isEqualTo(2);
    }

    @Test
    void shouldNotDivideByNoTime() {
        rate(100L, 0);
        assertThat(rate(101L, 0)).isNull();
    }
}
