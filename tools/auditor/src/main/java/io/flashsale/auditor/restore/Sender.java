package io.flashsale.auditor.restore;

import io.flashsale.auditor.source.BucketLocations;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Sends messages as the services do. */
final class Sender implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final KafkaProducer<String, byte[]> producer;
    private final List<Future<?>> sent = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    Sender(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("acks", "all");
        settings.putIfAbsent("max.block.ms", Source.TIMEOUT.toMillis());
        this.producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    void send(String topic, long key, Object fact) {
        send(topic, null, key, fact);
    }

    /** Sends to the partition of its bucket, so that it comes after the original, which may have another price. */
    void send(StockReservedGroup reservation) {
        int partitions = producer.partitionsFor(StockReserved.TOPIC).size();
        int first = QueueReader.partitionOf(reservation.saleId(), partitions);
        int bucket = reservation.bucket() == null ? 0 : reservation.bucket();
        send(
                StockReserved.TOPIC,
                BucketLocations.partition(first, bucket, partitions),
                reservation.saleId(),
                reservation);
    }

    private void send(String topic, @Nullable Integer partition, long key, Object fact) {
        counts.merge(topic, 1, Integer::sum);
        sent.add(producer.send(
                new ProducerRecord<>(topic, partition, Long.toString(key), JSON.writeValueAsBytes(fact))));
    }

    int sent(String topic) {
        return counts.getOrDefault(topic, 0);
    }

    void awaitAcknowledgements() throws ExecutionException {
        try {
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SourceUnavailableException(Source.KAFKA, interrupted);
        }
    }

    @Override
    public void close() {
        producer.close(Source.TIMEOUT);
    }
}
