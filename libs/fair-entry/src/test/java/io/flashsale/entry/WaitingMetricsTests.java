package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.redis.Leadership;
import io.flashsale.entry.sale.EntrySales;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

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

    /**
     * Otherwise no alert would fire while MySQL is away: an instance that fails three times in a row gives up the
     * lead.
     */
    @Test
    void shouldGoOnTellingHowManyWaitWhenTheLeadWasGivenUp() throws Exception {
        Leadership leadership = mock(Leadership.class);
        EntrySales sales = mock(EntrySales.class);
        EntryRounds rounds = new EntryRounds(
                leadership,
                sales,
                mock(EntryMapper.class),
                mock(EntryScripts.class),
                mock(EntryRecovery.class),
                mock(EntryLog.class),
                mock(Serving.class),
                metrics);
        when(sales.withEntry()).thenThrow(new DataAccessResourceFailureException("away"));
        when(leadership.perform(any()))
                .thenAnswer(call -> call.<Leadership.Duty<?>>getArgument(0).perform())
                .thenReturn(false);
        metrics.waiting(7, 30);
        rounds.run();
        rounds.run();
        assertThat(waiting()).isEqualTo(30);
    }

    private double waiting() {
        return registry.get("flashsale.entry.waiting").gauge().value();
    }
}
