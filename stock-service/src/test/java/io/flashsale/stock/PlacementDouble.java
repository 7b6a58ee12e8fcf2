package io.flashsale.stock;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.stock.ledger.LedgerService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Stands for order-service, as far as this service sees it: deducts for what is in the queue, then acknowledges. */
@Component
public class PlacementDouble {

    private final LedgerService ledger;
    private final JsonMapper json;

    PlacementDouble(LedgerService ledger, JsonMapper json) {
        this.ledger = ledger;
        this.json = json;
    }

    public void placeEverything() {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "bootstrap.servers",
                StockServiceFixture.STACK.kafka().bootstrapServers(),
                "group.id",
                StockReserved.PLACEMENT_GROUP,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false"));
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(StockReserved.TOPIC));
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                for (ConsumerRecord<String, byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    StockReservedGroup reserved = json.readValue(message.value(), StockReservedGroup.class);
                    ledger.deduct(
                            reserved.saleId(),
                            reserved.orders().stream()
                                    .map(order -> new Deduct.Line(order.orderId(), order.userId()))
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
