package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.dao.DataAccessResourceFailureException;

/** Covers an instance that does not lead. */
class CampaignWarmUpTests {

    private final StockGateWarmUp gates = mock();
    private final Leadership others = mock();
    private Instant now = Instant.now();
    private final CampaignWarmUp warmUp = new CampaignWarmUp(gates, others, () -> now);

    private Status status() {
        return warmUp.health().getStatus();
    }

    /** Learning of buckets reads all campaigns from the database. */
    @Test
    void shouldLearnOfBucketsOnceAllIsWarmAndBeReadyThen() throws InterruptedException {
        when(others.perform(any())).thenReturn(false);
        when(gates.allSeenWarm()).thenReturn(false, false, true);
        doThrow(new DataAccessResourceFailureException("away"))
                .doNothing()
                .when(gates)
                .learnBuckets();

        warmUp.look();
        warmUp.look();
        verify(gates, never()).learnBuckets();
        assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);

        warmUp.look();
        assertThat(status()).as("while the database is away").isEqualTo(Status.OUT_OF_SERVICE);
        warmUp.look();
        assertThat(status()).isEqualTo(Status.UP);
        warmUp.look();
        verify(gates, times(2)).learnBuckets();
    }

    /** Otherwise a single partition without a leader would keep new instances from serving any sale. */
    @Test
    void shouldBeReadyForTheOthersWhenSomeGatesStayClosed() throws InterruptedException {
        when(others.perform(any()))
                .thenThrow(new DataAccessResourceFailureException("away"))
                .thenReturn(false);

        warmUp.look();
        now = now.plus(CampaignWarmUp.TIMEOUT);
        warmUp.look();
        assertThat(status()).as("nobody has looked for so long").isEqualTo(Status.OUT_OF_SERVICE);
        now = now.plus(CampaignWarmUp.TIMEOUT).minusMillis(1);
        warmUp.look();
        assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
        now = now.plusMillis(1);
        warmUp.look();
        assertThat(status()).isEqualTo(Status.UP);
        verify(gates).learnBuckets();
    }
}
