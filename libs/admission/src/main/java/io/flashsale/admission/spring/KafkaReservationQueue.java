package io.flashsale.admission.spring;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.spring.reconciliation.QueuePartitions;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends reservations to Kafka keyed by campaign, so that one partition has one campaign in order. The buckets of a
 * campaign are in partitions of their own, as far as there are enough.
 */
final class KafkaReservationQueue implements ReservationQueue {

    private static final Logger log = LoggerFactory.getLogger(KafkaReservationQueue.class);

    private final CampaignType type;
    private final KafkaTemplate<String, byte[]> kafka;
    private final JsonMapper json;

    KafkaReservationQueue(CampaignType type, KafkaTemplate<String, byte[]> kafka, JsonMapper json) {
        this.type = type;
        this.kafka = kafka;
        this.json = json;
    }

    @Override
    public CompletableFuture<?> send(ReservationGroup group) {
        byte[] message = json.writeValueAsBytes(type.message().apply(group));
        long gate = group.campaignId();
        String key = Long.toString(Buckets.campaignOf(gate));
        return Buckets.bucketOf(gate) == 0
                ? kafka.send(type.topic(), key, message)
                : kafka.send(
                        type.topic(),
                        QueuePartitions.partition(
                                gate, kafka.partitionsFor(type.topic()).size()),
                        key,
                        message);
    }

    /**
     * Makes the producer learn the topic's partitions before the first shopper needs them. Otherwise the first send
     * would wait for them, as would one after five idle minutes; the start of a sale is both.
     */
    void keepReady() {
        try {
            kafka.partitionsFor(type.topic());
        } catch (KafkaException away) {
            log.debug("Kafka does not say where {} is", type.topic(), away);
        }
    }
}
