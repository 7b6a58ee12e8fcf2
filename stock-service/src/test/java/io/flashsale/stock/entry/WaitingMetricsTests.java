package io.flashsale.stock.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingMetricsTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WaitingMetrics metrics = new WaitingMetrics(registry);

    @Test
    void shouldAddUpAllSalesAndForgetThoseThatNobodyLooksAfter() {
        metrics.waiting(1, 5);
        metrics.waiting(2, 7);
        assertThat(waiting()).isEqualTo(12);
        metrics.waiting(1, 3);
        assertThat(waiting()).isEqualTo(10);
        metrics.keepOnly(List.of(1L));
        assertThat(waiting()).isEqualTo(3);
        metrics.keepOnly(List.of());
        assertThat(waiting()).isZero();
    }

    @Test
    void shouldCountPlacesThatAreServed() {
        metrics.served(3);
        metrics.served(0);
        assertThat(registry.counter("flashsale.entry.served").count()).isEqualTo(3);
    }

    private double waiting() {
        return registry.get("flashsale.entry.waiting").gauge().value();
    }
}
