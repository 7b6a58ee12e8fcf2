package io.flashsale.admission.spring.reconciliation;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignMeters;
import io.flashsale.admission.spring.CampaignType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReconciliationTests {

    private static final long ONE = 1;
    private static final long OTHER = 2;
    private static final Comparison DRIFTED = new Comparison.Drifted(1, 0, 0, false);

    private final CampaignType type = mock(CampaignType.class);
    private final CampaignMeters meters = mock(CampaignMeters.class);
    private final Comparer comparer = mock(Comparer.class);
    private final StockGateWarmUp warmUp = mock(StockGateWarmUp.class);
    private final Leadership leadership = mock(Leadership.class);

    private static Campaign campaign(long id) {
        return new Campaign(id, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(60), 10, "terms");
    }

    @BeforeEach
    void leads() throws Exception {
        when(type.kind()).thenReturn("sale");
        when(type.meters()).thenReturn(meters);
        when(meters.drifted()).thenReturn("drifted");
        when(meters.cold()).thenReturn("cold");
        when(leadership.perform(any()))
                .thenAnswer(
                        call -> call.<Leadership.Duty<Exception>>getArgument(0).perform());
    }

    private Reconciliation reconciliation() {
        return new Reconciliation(
                type,
                comparer,
                last -> last == null ? List.of(campaign(ONE), campaign(OTHER)) : List.of(),
                warmUp,
                leadership,
                new SimpleMeterRegistry());
    }

    @Test
    void shouldRebuildTogetherWhatDiffersForCertain() throws Exception {
        when(comparer.compare(anyCollection())).thenReturn(Map.of(ONE, DRIFTED, OTHER, DRIFTED));
        when(warmUp.rebuild(anyCollection())).thenReturn(true);
        Reconciliation reconciliation = reconciliation();
        for (int times = 1; times <= 2 * Reconciliation.CERTAIN_AFTER; times++) {
            reconciliation.run();
        }
        verify(warmUp, times(2)).rebuild(List.of(ONE, OTHER));
    }

    /** After a rebuild that was not finished, one is busy and the other's Redis does not answer. */
    @Test
    void shouldNotRebuildAgainWhatIsNotSeenToDiffer() throws Exception {
        when(comparer.compare(anyCollection())).thenReturn(Map.of(ONE, DRIFTED, OTHER, DRIFTED));
        Reconciliation reconciliation = reconciliation();
        for (int times = 1; times < Reconciliation.CERTAIN_AFTER; times++) {
            reconciliation.run();
        }
        verify(warmUp, never()).rebuild(anyCollection());
        reconciliation.run();
        when(comparer.compare(anyCollection())).thenReturn(Map.of(ONE, new Comparison.Busy()));
        reconciliation.run();
        verify(warmUp, times(1)).rebuild(anyCollection());
    }
}
