package io.flashsale.stock;

import static org.awaitility.Awaitility.await;

import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.stock.ledger.LedgerService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Plays order-service as this service sees it: deducts for what is in the queue, then acknowledges. */
@Component
public class PlacementDouble {

    private final LedgerService ledger;
    private final OutboxRelay relay;
    private final JsonMapper json;

    PlacementDouble(LedgerService ledger, OutboxRelay relay, JsonMapper json) {
        this.ledger = ledger;
        this.relay = relay;
        this.json = json;
    }

    /** Every reservation of the sale that was ever in the queue. */
    public List<StockReserved> reservations(long sale) {
        Properties properties = properties("looking-" + System.nanoTime());
        List<StockReserved> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(StockReserved.TOPIC).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (consumer.endOffsets(partitions).entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<String, byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    json.readValue(message.value(), StockReservedGroup.class).reservations().stream()
                            .filter(reserved -> reserved.saleId() == sale)
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    private static Properties properties(String group) {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "bootstrap.servers",
                StockServiceFixture.kafka(),
                "group.id",
                group,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false"));
        return properties;
    }

    /** Places all that was admitted until now. */
    public void placeEverything() {
        await().pollDelay(Duration.ZERO).until(() -> relay.outboxLength() == 0);
        Properties properties = properties(StockReserved.PLACEMENT_GROUP);
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(StockReserved.TOPIC));
            await().until(() -> {
                for (ConsumerRecord<String, byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    StockReservedGroup reserved = json.readValue(message.value(), StockReservedGroup.class);
                    ledger.deduct(
                            reserved.saleId(),
                            reserved.orders().stream()
                                    .map(order -> new Deduct.Line(
                                            order.orderId(),
                                            order.userId(),
                                            reserved.terms().priceCents(),
                                            1))
                                    .toList());
                }
                consumer.commitSync();
                return !consumer.assignment().isEmpty()
                        && consumer.endOffsets(consumer.assignment()).entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
            });
        }
    }
}
