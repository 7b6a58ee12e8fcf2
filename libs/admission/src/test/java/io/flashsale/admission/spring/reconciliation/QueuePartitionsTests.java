package io.flashsale.admission.spring.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.ConsumerProgress;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueuePartitionsTests {

    @Test
    void shouldLeaveACampaignWithOneBucketWhereItsKeyPutsIt() {
        for (long campaign = 1; campaign <= 100; campaign++) {
            assertThat(QueuePartitions.partition(campaign, 16))
                    .isEqualTo(ConsumerProgress.partitionOf(Long.toString(campaign), 16));
        }
    }

    @Test
    void shouldGiveEachBucketAPartitionOfItsOwn() {
        assertThat(IntStream.range(0, Buckets.MAX)
                        .map(bucket -> QueuePartitions.partition(Buckets.gate(42, bucket), 16)))
                .doesNotHaveDuplicates()
                .allMatch(partition -> partition >= 0 && partition < 16);
    }

    @Test
    void shouldFindWhatIsKeyedByTheCampaignWhicheverBucketAsks() {
        assertThat(IntStream.range(0, Buckets.MAX)
                        .map(bucket -> QueuePartitions.ofCampaign(Buckets.gate(42, bucket), 16)))
                .containsOnly(ConsumerProgress.partitionOf("42", 16));
    }
}
