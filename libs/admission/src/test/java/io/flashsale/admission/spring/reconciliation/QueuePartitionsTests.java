package io.flashsale.admission.spring.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.ConsumerProgress;
import java.util.List;
import java.util.stream.LongStream;
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
    void shouldGiveEachBucketAPartitionOfItsOwnAndFindWhatIsKeyedByTheCampaign() {
        List<Long> gates = LongStream.range(0, Buckets.MAX)
                .mapToObj(bucket -> Buckets.gate(42, (int) bucket))
                .toList();
        assertThat(gates)
                .extracting(gate -> QueuePartitions.partition(gate, 16))
                .doesNotHaveDuplicates()
                .allMatch(partition -> partition >= 0 && partition < 16);
        assertThat(gates)
                .extracting(gate -> QueuePartitions.ofCampaign(gate, 16))
                .containsOnly(ConsumerProgress.partitionOf("42", 16));
    }
}
