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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
        List<StockReserved> found = new ArrayList<>();
        try (var consumer = consumer("looking-" + System.nanoTime())) {
            consumer.seekToBeginning(consumer.assignment());
            while (!isAtTheEnd(consumer)) {
                poll(consumer)
                        .flatMap(group -> group.reservations().stream())
                        .filter(reserved -> reserved.saleId() == sale)
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** Places all that was admitted until now. */
    public void placeEverything() {
        await().pollDelay(Duration.ZERO).until(() -> relay.outboxLength() == 0);
        try (var consumer = consumer(StockReserved.PLACEMENT_GROUP)) {
            while (!isAtTheEnd(consumer)) {
                poll(consumer).forEach(this::place);
                consumer.commitSync();
            }
        }
    }

    private void place(StockReservedGroup reserved) {
        long price = reserved.terms().priceCents();
        ledger.deduct(
                reserved.saleId(),
                reserved.orders().stream()
                        .map(order -> new Deduct.Line(order.orderId(), order.userId(), price, 1))
                        .toList());
    }

    /** Reads all partitions from where the group is; as no member of it, so that it need not wait until it has joined. */
    private static KafkaConsumer<String, byte[]> consumer(String group) {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                StockServiceFixture.kafka(),
                "group.id",
                group,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false");
        KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
        consumer.assign(consumer.partitionsFor(StockReserved.TOPIC).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList());
        return consumer;
    }

    private Stream<StockReservedGroup> poll(KafkaConsumer<String, byte[]> consumer) {
        return StreamSupport.stream(consumer.poll(Duration.ofSeconds(1)).spliterator(), false)
                .map(message -> json.readValue(message.value(), StockReservedGroup.class));
    }

    private static boolean isAtTheEnd(KafkaConsumer<?, ?> consumer) {
        return consumer.endOffsets(consumer.assignment()).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
