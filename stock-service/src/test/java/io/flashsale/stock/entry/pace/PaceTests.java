package io.flashsale.stock.entry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTests {

    private final Pace pace = new Pace();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Strain strain = new Strain(meters);

    @Test
    void shouldBeginAtTheBoundAndHalveDownToOne() {
        assertThat(pace.next(1, 100, false)).isEqualTo(100);
        assertThat(pace.next(1, 100, true)).isEqualTo(50);
        for (int i = 0; i < 10; i++) {
            pace.next(1, 100, true);
        }
        assertThat(pace.next(1, 100, true)).isEqualTo(1);
        assertThat(pace.next(2, 100, false)).as("another sale").isEqualTo(100);
    }

    @Test
    void shouldRiseByATenthAndNeverAboveTheBound() {
        pace.next(1, 100, false);
        pace.next(1, 100, true);
        assertThat(pace.next(1, 100, false)).isEqualTo(60);
        for (int i = 0; i < 10; i++) {
            pace.next(1, 100, false);
        }
        assertThat(pace.next(1, 100, false)).isEqualTo(100);
        assertThat(pace.next(1, 7, false)).as("an admin lowers it").isEqualTo(7);
    }

    @Test
    void shouldSeeStrainInRequestsThatCouldNotBeDecided() {
        assertThat(strain.look()).isFalse();
        meters.counter("flashsale.reservations", "outcome", "not-ready").increment();
        assertThat(strain.look()).isTrue();
        assertThat(strain.look()).as("not since").isFalse();
    }

    @Test
    void shouldSeeStrainInGroupsThatTakeLong() {
        Timer calls = meters.timer("http.server.requests", "uri", "/internal/admissions");
        calls.record(Duration.ofMillis(400));
        assertThat(strain.look()).isFalse();
        calls.record(Duration.ofMillis(400));
        calls.record(Duration.ofMillis(700));
        assertThat(strain.look()).isTrue();
        calls.record(Duration.ofMillis(10));
        assertThat(strain.look()).isFalse();
    }
}
