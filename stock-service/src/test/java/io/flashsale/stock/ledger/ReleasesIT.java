package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.stock.PlacementDouble;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.StockTables;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.core.KafkaTemplate;

class ReleasesIT extends StockServiceFixture {

    @Autowired
    private KafkaTemplate<String, byte[]> kafka;

    @Autowired
    private PlacementDouble placement;

    @Autowired
    private StockTables database;

    @Autowired
    private MeterRegistry meters;

    @Test
    void shouldGiveBackInMySqlAndInRedisOnceHoweverOftenItIsTold() {
        long sale = openSale(2);
        long order = Long.parseLong(reserve(sale, 7).body().path("orderId").asString());
        placement.placeEverything();
        for (int i = 0; i < 3; i++) {
            send(sale, json.writeValueAsBytes(new OrderReleased(order, sale, 7, Reason.CANCELLED)));
        }
        await().untilAsserted(() ->
                assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(2));
        assertThat(reserve(sale, 7).status()).as("may buy again").isEqualTo(202);
        placement.placeEverything();
        assertThat(database.available(sale)).isEqualTo(1);
        assertThat(database.conserves(sale)).isTrue();
    }

    @Test
    void shouldNotOfferAgainInRedisWhatMySqlNeverHad() {
        long sale = openSale(2);
        long order = Long.parseLong(reserve(sale, 7).body().path("orderId").asString());
        send(sale, json.writeValueAsBytes(new OrderReleased(order, sale, 7, Reason.INSUFFICIENT_STOCK)));
        await().untilAsserted(() ->
                assertThat(gates.state(sale).orElseThrow().holders()).isZero());
        assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(1);
        placement.placeEverything();
    }

    @Test
    void shouldPutAPoisonMessageAsideAndGoOn() {
        long sale = openSale(2);
        long order = Long.parseLong(reserve(sale, 7).body().path("orderId").asString());
        placement.placeEverything();
        String poison = "no release of sale " + sale;
        double before = meters.counter("flashsale.dead.letters").count();
        send(sale, poison.getBytes(StandardCharsets.UTF_8));
        send(sale, json.writeValueAsBytes(new OrderReleased(order, sale, 7, Reason.CANCELLED)));
        await().untilAsserted(() -> assertThat(database.available(sale)).isEqualTo(2));
        awaitDeadLetter(poison);
        assertThat(meters.counter("flashsale.dead.letters").count()).isEqualTo(before + 1);
    }

    private void send(long sale, byte[] message) {
        kafka.send(OrderReleased.TOPIC, Long.toString(sale), message).join();
    }

    private static void awaitDeadLetter(String wanted) {
        List<String> letters = new ArrayList<>();
        TopicPartition only = new TopicPartition(OrderReleased.DEAD_LETTER_TOPIC, 0);
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", kafka()),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
            await().until(() -> {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(letter -> letters.add(new String(letter.value(), StandardCharsets.UTF_8)));
                return letters.contains(wanted);
            });
        }
    }
}
