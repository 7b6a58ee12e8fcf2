package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.ConsumerProgress;

/** In which partition of the queue the reservations of a gate are. */
public final class QueuePartitions {

    private QueuePartitions() {}

    /** That of the campaign's key, as Kafka's own partitioner has it, and from there on one for each bucket. */
    public static int partition(long gateId, int partitions) {
        int first = ConsumerProgress.partitionOf(Long.toString(Buckets.campaignOf(gateId)), partitions);
        return (first + Buckets.partitionShift(Buckets.bucketOf(gateId), partitions)) % partitions;
    }

    /** That of the campaign, whichever bucket the gate is of. */
    static int ofCampaign(long gateId, int partitions) {
        return partition(Buckets.campaignOf(gateId), partitions);
    }
}
