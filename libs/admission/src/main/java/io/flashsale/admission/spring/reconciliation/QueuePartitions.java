package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.ConsumerProgress;

/** Maps gates to the partitions of the queue that have their reservations. */
public final class QueuePartitions {

    private QueuePartitions() {}

    /**
     * The partition of the gate: Kafka's own partitioner places bucket 0 by the campaign's key, and the other buckets
     * follow.
     */
    public static int partition(long gateId, int partitions) {
        int first = ConsumerProgress.partitionOf(Long.toString(Buckets.campaignOf(gateId)), partitions);
        return (first + Buckets.partitionShift(Buckets.bucketOf(gateId), partitions)) % partitions;
    }

    /** The partition of the campaign, the same for all its buckets. */
    static int ofCampaign(long gateId, int partitions) {
        return partition(Buckets.campaignOf(gateId), partitions);
    }
}
