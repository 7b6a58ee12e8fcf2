package io.flashsale.order.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Dead letters over HTTP: looking at them and replaying them. */
class DeadLetterIT extends OrderServiceFixture {

    private static final String ADDRESS = "/api/admin/dead-letters";
    private static final String RESERVATIONS = "reservations.dead-letter";

    private Answer list(String query) {
        return call("GET", ADDRESS + query, adminToken(), null);
    }

    private Answer replay(JsonNode letter) {
        return replay(letter.path("topic").asString() + "/"
                + letter.path("partition").asInt() + "/"
                + letter.path("offset").asString());
    }

    private Answer replay(String letter) {
        return call("POST", ADDRESS + "/" + letter + "/replay", adminToken(), null);
    }

    /** Returns the letters with this text in their payload; none if Kafka does not answer in time. */
    private List<JsonNode> letters(String payload) {
        Answer answer = list("?limit=500&topic=" + RESERVATIONS);
        assertThat(answer.status()).as(answer.raw().body()).isIn(200, 503);
        List<JsonNode> found = new ArrayList<>();
        answer.body().path("items").forEach(letter -> {
            if (letter.path("payload").asString().contains(payload)) {
                found.add(letter);
            }
        });
        return found;
    }

    private List<JsonNode> awaitLetters(String payload, int count) {
        return await().until(() -> letters(payload), found -> found.size() == count);
    }

    /** Writes a dead letter, as a consumer does, for a cause that has gone. */
    private JsonNode putAside(StockReserved reservation) {
        ProducerRecord<String, byte[]> letter =
                new ProducerRecord<>(RESERVATIONS, Long.toString(reservation.saleId()), bytes(reservation));
        letter.headers()
                .add(new RecordHeader("kafka_dlt-exception-message", "the database refuses it".getBytes(UTF_8)));
        letter.headers().add(new RecordHeader("X-Correlation-Id", "test-correlation".getBytes(UTF_8)));
        kafka.send(letter).join();
        return awaitLetters(Long.toString(reservation.orderId()), 1).getFirst();
    }

    @Test
    void shouldBeShownWithTheirReasonAndComeBackIfStillNobodyCanTakeThem() {
        Instant before = Instant.now().minusSeconds(5);
        String poison = "{\"not\":\"a reservation " + newId() + "\"}";
        long sale = newId();
        send(sale, poison.getBytes(UTF_8));

        JsonNode letter = awaitLetters(poison, 1).getFirst();
        assertThat(letter.path("topic").asString()).isEqualTo(RESERVATIONS);
        assertThat(letter.path("key").asString()).isEqualTo(Long.toString(sale));
        assertThat(letter.path("payload").asString()).isEqualTo(poison);
        assertThat(letter.path("payloadBytes").asInt()).isEqualTo(poison.length());
        assertThat(letter.path("reason").asString()).contains("no group of reservations");
        assertThat(letter.path("exception").asString()).endsWith("PoisonMessageException");
        assertThat(Instant.parse(letter.path("time").asString())).isAfter(before);
        assertThat(letter.path("replayedAt").isNull()).isTrue();

        Answer replayed = replay(letter);
        assertThat(replayed.status()).isEqualTo(200);
        assertThat(Instant.parse(replayed.body().path("replayedAt").asString())).isAfter(before);

        List<JsonNode> both = awaitLetters(poison, 2);
        assertThat(both.getFirst().path("replays").asInt()).as("newest first").isZero();
        assertThat(both.getLast().path("replays").asInt()).isEqualTo(1);
        assertThat(both.getLast().path("offset").asString())
                .isEqualTo(letter.path("offset").asString());
        ConsumerRecord<String, byte[]> again = messages(StockReserved.TOPIC).stream()
                .filter(message -> message.headers().lastHeader(DeadLetterService.REPLAYED_FROM) != null)
                .filter(message -> poison.equals(new String(message.value(), UTF_8)))
                .findFirst()
                .orElseThrow();
        assertThat(again.key()).isEqualTo(Long.toString(sale));
        assertThat(again.headers())
                .extracting(org.apache.kafka.common.header.Header::key)
                .noneMatch(header -> header.startsWith("kafka_dlt-"));
    }

    @Test
    void shouldBePlacedOnceWhenTheReasonHasGoneHoweverOftenTheyAreSent() {
        long sale = newId();
        STOCK.stock(sale, 10);
        StockReserved reservation = reservation(newId(), sale, newId() % 1_000_000_000L);
        JsonNode letter = putAside(reservation);
        assertThat(letter.path("reason").asString()).isEqualTo("the database refuses it");
        assertThat(letter.path("correlationId").asString()).isEqualTo("test-correlation");

        List<Callable<Integer>> clicks = List.of(
                () -> replay(letter).status(),
                () -> replay(letter).status(),
                () -> replay(letter).status());
        assertThat(Together.run(clicks)).containsOnly(200);

        awaitStatus(List.of(reservation.orderId()), "AWAITING_PAYMENT");
        StockReserved later = reservation(newId(), sale, newId() % 1_000_000_000L);
        send(later);
        awaitStatus(List.of(later.orderId()), "AWAITING_PAYMENT"); // same partition: the repetitions precede it
        assertThat(STOCK.available(sale)).isEqualTo(8);
        assertThat(awaitLetters(Long.toString(reservation.orderId()), 1)
                        .getFirst()
                        .path("replays")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void shouldNeedNeitherKeyNorTextNorSize() {
        byte[] large = new byte[100_000];
        java.util.Arrays.fill(large, (byte) 0xC3);
        kafka.send(new ProducerRecord<>(RESERVATIONS, null, large)).join();
        kafka.send(new ProducerRecord<String, byte[]>(RESERVATIONS, null, null)).join();

        List<JsonNode> items = new ArrayList<>();
        list("?limit=2&topic=" + RESERVATIONS).body().path("items").forEach(items::add);
        assertThat(items).hasSize(2);
        assertThat(items.getFirst().path("payload").isNull()).isTrue();
        assertThat(items.getLast().path("payloadBytes").asInt()).isEqualTo(100_000);
        assertThat(items.getLast().path("payload").asString()).hasSizeLessThanOrEqualTo(DeadLetter.MAX_TEXT);
        assertThat(items.getLast().path("key").isNull()).isTrue();
    }

    @Test
    void shouldGoBackToTheTopicOfTheOtherServiceToo() {
        assertThat(list("?topic=" + OrderReleased.DEAD_LETTER_TOPIC).status())
                .as("also if stock-service, which makes this topic, has never started")
                .isEqualTo(200);
        assertThat(replay(OrderReleased.DEAD_LETTER_TOPIC + "/0/999999").problem())
                .isEqualTo("not-found");

        OrderReleased event = new OrderReleased(newId(), newId(), 5, OrderReleased.Reason.CANCELLED);
        var letter = kafka.send(OrderReleased.DEAD_LETTER_TOPIC, "5", json.writeValueAsBytes(event))
                .join()
                .getRecordMetadata();
        assertThat(replay(letter.topic() + "/" + letter.partition() + "/" + letter.offset())
                        .status())
                .isEqualTo(200);
        awaitOutboxEmpty();
        assertThat(releases(List.of(event.orderId()))).containsOnlyKeys(event.orderId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"?topic=reservations", "?topic=other", "?topic=__consumer_offsets", "?topic="})
    void shouldBeReadFromTheirTopicsOnly(String query) {
        assertThat(list(query).problem()).isEqualTo("not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?topic=" + RESERVATIONS + "&limit=0", "?topic=" + RESERVATIONS + "&limit=501"})
    void shouldRefuseQuestionsThatMakeNoSense(String query) {
        assertThat(list(query).problem()).isEqualTo("invalid-request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                RESERVATIONS + "/0/999999999",
                RESERVATIONS + "/0/-1",
                RESERVATIONS + "/7/0",
                RESERVATIONS + "/-1/0",
                "reservations/0/0"
            })
    void shouldBeReplayedOnlyIfTheyExist(String letter) {
        assertThat(replay(letter).problem()).isEqualTo("not-found");
    }

    @Test
    void shouldBeForAdministratorsOnly() {
        assertThat(call("GET", ADDRESS + "?topic=" + RESERVATIONS, token(5), null)
                        .problem())
                .isEqualTo("forbidden");
        assertThat(call("POST", ADDRESS + "/" + RESERVATIONS + "/0/0/replay", token(5), null)
                        .problem())
                .isEqualTo("forbidden");
        assertThat(call("GET", ADDRESS + "?topic=" + RESERVATIONS, "", null).problem())
                .isEqualTo("unauthenticated");
    }

    @Test
    @Tag("long")
    void shouldSayThatKafkaIsAway() {
        STACK.kafka().stop();
        try {
            assertThat(list("?topic=" + RESERVATIONS).problem()).isEqualTo("queue-unavailable");
            Answer answer = replay(RESERVATIONS + "/0/0");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().path("title").asString()).contains("message queue does not answer");
        } finally {
            STACK.kafka().start();
        }
        await().until(() -> list("?topic=" + RESERVATIONS).status(), status -> status == 200);
    }

    private static List<ConsumerRecord<String, byte[]>> messages(String topic) {
        try (var consumer = new KafkaConsumer<>(
                // Other tests left more than 100,000 messages in the topic.
                Map.of("bootstrap.servers", STACK.kafka().bootstrapServers(), "max.poll.records", "10000"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<String, byte[]>> all = new ArrayList<>();
            await().until(() -> {
                consumer.poll(Duration.ofSeconds(1)).forEach(all::add);
                return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
            });
            return all;
        }
    }
}
