package io.flashsale.locklab.path.queue;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.outbox.ReservationQueue;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** The queue between admission and placement: a Kafka topic with one partition in use. */
final class ReservationTopic implements ReservationQueue, AutoCloseable {

    static final int PARTITION = 0;

    private static final long BUFFER = 4_194_304; // worker processes are small

    private final String topic;
    private final KafkaProducer<String, String> producer;

    ReservationTopic(String servers, String topic) {
        this.topic = topic;
        producer = new KafkaProducer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", servers, "acks", "all", "linger.ms", 3, "buffer.memory", BUFFER),
                new StringSerializer(),
                new StringSerializer());
        producer.partitionsFor(topic); // fetches metadata now, so that the first shopper does not wait for it
    }

    /** Sends each reservation by itself, as every group has one here. */
    @Override
    public CompletableFuture<?> send(ReservationGroup group) {
        return CompletableFuture.allOf(group.reservations().stream()
                .map(reservation -> send(reservation.id() + " " + reservation.userId() + " " + group.terms()))
                .toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<?> send(String text) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        producer.send(new ProducerRecord<>(topic, PARTITION, "", text), (where, fault) -> {
            if (fault == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(fault);
            }
        });
        return done;
    }

    @Override
    public void close() {
        producer.close();
    }
}
