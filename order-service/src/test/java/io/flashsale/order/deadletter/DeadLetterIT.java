package io.flashsale.order.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.OrderServiceFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Dead letters over HTTP: looking at them, replaying and rejecting them. */
class DeadLetterIT extends OrderServiceFixture {

    private static final String ADDRESS = "/api/admin/dead-letters";
    private static final String RESERVATIONS = "reservations.dead-letter";

    private Answer list(String query) {
        return call("GET", ADDRESS + query, adminToken(), null);
    }

    private static String placeOf(JsonNode letter) {
        return letter.path("topic").asString() + "/"
                + letter.path("partition").asInt() + "/"
                + letter.path("offset").asString();
    }

    /** Writes a message into a dead-letter topic. Returns its place. */
    private String write(ProducerRecord<String, byte[]> letter) {
        RecordMetadata written = kafka.send(letter).join().getRecordMetadata();
        return written.topic() + "/" + written.partition() + "/" + written.offset();
    }

    private Answer replay(JsonNode letter) {
        return replay(placeOf(letter));
    }

    private Answer replay(String letter) {
        return call("POST", ADDRESS + "/" + letter + "/replay", adminToken(), null);
    }

    private Answer reject(JsonNode letter) {
        return reject(placeOf(letter));
    }

    private Answer reject(String letter) {
        return call("POST", ADDRESS + "/" + letter + "/reject", adminToken(), null);
    }

    /** Returns the letters with this text in their payload; none if Kafka does not answer in time. */
    private List<JsonNode> letters(String payload) {
        Answer answer = list("?limit=500&topic=" + RESERVATIONS);
        assertThat(answer.status()).as(answer.raw().body()).isIn(200, 503);
        return answer.body()
                .path("items")
                .valueStream()
                .filter(letter -> letter.path("payload").asString().contains(payload))
                .toList();
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
        write(letter);
        return awaitLetters(Long.toString(reservation.orderId()), 1).getFirst();
    }

    @Test
    void shouldBeShownWithTheirReasonAndComeBackIfStillNobodyCanTakeThem() {
        Instant before = Instant.now().minusSeconds(5);
        String poison = "{\"not\":\"a reservation " + newId() + "\"}";
        long sale = newId();
        int partitions = kafka.partitionsFor(StockReserved.TOPIC).size();
        int ofItsBucket = (ConsumerProgress.partitionOf(Long.toString(sale), partitions) + 1) % partitions;
        kafka.send(StockReserved.TOPIC, ofItsBucket, Long.toString(sale), poison.getBytes(UTF_8));

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
        assertThat(Instant.parse(replayed.text("replayedAt"))).isAfter(before);

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
        assertThat(again.partition()).isEqualTo(ofItsBucket);
        assertThat(again.headers()).extracting(Header::key).noneMatch(header -> header.startsWith("kafka_dlt-"));
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

    /** An accepted order whose price MySQL has lost. Its letter is written, and nothing in Redis names it any more. */
    private StockReserved underReview(long sale, long user) {
        StockReserved order = atALostPrice(newId(), sale, user);
        send(order);
        awaitLetters(Long.toString(order.orderId()), 1);
        return order;
    }

    private JsonNode letterOf(StockReserved order) {
        return awaitLetters(Long.toString(order.orderId()), 1).getFirst();
    }

    @Test
    void shouldKeepTheirUnitsAndBeShownToTheirShoppersAsUnderReviewUntilTheyAreReplayed() {
        long user = newId() % 1_000_000_000_000L;
        List<String> others = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            StockReserved other = reservation(newId(), newId(), user);
            STOCK.stock(other.saleId(), 1);
            send(other);
            awaitStatus(List.of(other.orderId()), "AWAITING_PAYMENT");
            others.addFirst(Long.toString(other.orderId()));
        }
        long sale = newId();
        STOCK.stock(sale, 1);
        Instant before = Instant.now().minusSeconds(5);
        StockReserved order = underReview(sale, user);
        String path = "/api/orders/" + order.orderId();

        assertThat(STOCK.holding(sale)).containsExactly(order.orderId());
        Answer shown = get(path, user);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.orderStatus()).isEqualTo("QUEUED");
        assertThat(Instant.parse(shown.text("underReviewSince"))).isAfter(before);
        assertThat(shown.number("priceCents")).isEqualTo(LOST_PRICE_CENTS);
        assertThat(get(path + "/journey", user).orderStatus()).isEqualTo("QUEUED");
        assertThat(pay(order.orderId(), user).problem()).isEqualTo("order-queued");
        assertThat(get(path, user + 1).problem()).isEqualTo("order-not-found");

        JsonNode first = get("/api/orders?size=2", user).body();
        JsonNode second = get("/api/orders?size=2&page=1", user).body();
        assertThat(first.path("total").asInt()).isEqualTo(3);
        assertThat(first.findValuesAsString("orderId"))
                .containsExactly(Long.toString(order.orderId()), others.getFirst());
        assertThat(second.findValuesAsString("orderId")).containsExactly(others.getLast());
        JsonNode letter = letterOf(order);
        assertThat(letter.path("reason").asString()).contains("never cost " + LOST_PRICE_CENTS + " cents");
        JsonNode ofLetter = letter.path("orders").path(0);
        assertThat(ofLetter.path("orderId").asString()).isEqualTo(Long.toString(order.orderId()));
        assertThat(ofLetter.path("status").asString()).isEqualTo("QUEUED");

        STOCK.earlierPrice(sale, LOST_PRICE_CENTS); // the reason is removed
        assertThat(replay(letterOf(order)).status()).isEqualTo(200);
        awaitStatus(List.of(order.orderId()), "AWAITING_PAYMENT");
        assertThat(get(path, user).orderStatus()).isEqualTo("AWAITING_PAYMENT");
        assertThat(get(path, user).body().has("underReviewSince")).isFalse();
        assertThat(get("/api/orders", user).number("total")).isEqualTo(3);

        Answer tooLate = reject(letterOf(order));
        assertThat(tooLate.problem()).isEqualTo("dead-letter-conflict");
        assertThat(tooLate.text("detail")).contains("AWAITING_PAYMENT");
        awaitOutboxEmpty();
        assertThat(releases(List.of(order.orderId()))).isEmpty();
        assertThat(STOCK.holding(sale)).containsExactly(order.orderId());
    }

    @Test
    void shouldEndAsARejectedOrderWhoseUnitGoesBackOnceHoweverOftenTheyAreRejected() {
        long sale = newId();
        long user = newId() % 1_000_000_000_000L;
        STOCK.stock(sale, 1);
        StockReserved order = underReview(sale, user);
        JsonNode letter = letterOf(order);

        for (int time = 0; time < 2; time++) {
            Answer rejected = reject(letter);
            assertThat(rejected.status()).isEqualTo(200);
            assertThat(rejected.body().path("orders").path(0).path("status").asString())
                    .isEqualTo("REJECTED");
        }
        JsonNode shown = get("/api/orders/" + order.orderId(), user).body();
        assertThat(shown.path("status").asString()).isEqualTo("REJECTED");
        assertThat(shown.path("reason").asString()).isEqualTo("REJECTED_BY_ADMINISTRATOR");
        awaitOutboxEmpty();
        assertThat(releases(List.of(order.orderId())))
                .containsEntry(order.orderId(), List.of(OrderReleased.Reason.REJECTED_BY_ADMINISTRATOR));

        Answer replayed = replay(letter);
        assertThat(replayed.problem()).isEqualTo("dead-letter-conflict");
        send(order); // what an administrator on another instance has just replayed
        StockReserved later = reservation(newId(), sale, newId() % 1_000_000_000_000L);
        STOCK.release(new OrderReleased(order.orderId(), sale, user, OrderReleased.Reason.REJECTED_BY_ADMINISTRATOR));
        send(later); // same partition: the repetition precedes it
        awaitStatus(List.of(later.orderId()), "AWAITING_PAYMENT");
        assertThat(statuses(List.of(order.orderId()))).containsValue("REJECTED");
        assertThat(STOCK.holding(sale)).containsExactly(later.orderId());
    }

    @Test
    void shouldEndInOneWayIfTheyAreReplayedAndRejectedAtOnce() {
        long sale = newId();
        STOCK.stock(sale, 20);
        List<StockReserved> orders = Stream.generate(() -> underReview(sale, newId() % 1_000_000_000_000L))
                .limit(4)
                .toList();
        List<Long> ids = orders.stream().map(StockReserved::orderId).toList();
        List<JsonNode> letters = orders.stream().map(this::letterOf).toList();
        STOCK.earlierPrice(sale, LOST_PRICE_CENTS);
        List<Callable<Integer>> clicks = new ArrayList<>();
        letters.forEach(letter -> {
            clicks.add(() -> replay(letter).status());
            clicks.add(() -> reject(letter).status());
        });
        assertThat(Together.run(clicks)).isSubsetOf(200, 409, 503); // 503: Kafka did not answer in time
        letters.forEach(letter -> await().until(() -> reject(letter).status(), status -> status != 503));

        StockReserved later = reservation(newId(), sale, newId() % 1_000_000_000_000L);
        send(later);
        awaitStatus(List.of(later.orderId()), "AWAITING_PAYMENT");
        Map<Long, String> statuses = statuses(ids);
        assertThat(statuses).containsOnlyKeys(ids);
        assertThat(statuses.values()).isSubsetOf("AWAITING_PAYMENT", "REJECTED");
        awaitOutboxEmpty();
        List<Long> rejected =
                ids.stream().filter(id -> "REJECTED".equals(statuses.get(id))).toList();
        assertThat(releases(ids)).containsOnlyKeys(rejected);
    }

    @Test
    void shouldBeRejectedOnlyIfTheyAreAboutAnAcceptedOrder() {
        String poison = "{\"not\":\"a reservation " + newId() + "\"}";
        send(newId(), poison.getBytes(UTF_8));
        Answer unreadable = reject(awaitLetters(poison, 1).getFirst());
        assertThat(unreadable.problem()).isEqualTo("dead-letter-conflict");
        assertThat(unreadable.text("detail")).isEqualTo("It names no accepted order.");

        OrderReleased event = new OrderReleased(newId(), newId(), 5, OrderReleased.Reason.CANCELLED);
        assertThat(reject(write(new ProducerRecord<>(
                                OrderReleased.DEAD_LETTER_TOPIC, "5", json.writeValueAsBytes(event))))
                        .problem())
                .isEqualTo("dead-letter-conflict");

        Map.Entry<Long, Long> placed = placed();
        JsonNode otherShopper = putAside(reservation(placed.getKey(), newId(), placed.getValue() + 1));
        assertThat(reject(otherShopper).problem()).isEqualTo("dead-letter-conflict");
        assertThat(statuses(List.of(placed.getKey()))).containsValue("AWAITING_PAYMENT");

        long user = newId() % 1_000_000_000_000L;
        long sale = newId();
        STOCK.stock(sale, 1);
        StockReserved waiting = underReview(sale, user);
        long forger = user + 1_000;
        write(new ProducerRecord<>(RESERVATIONS, "5", bytes(reservation(waiting.orderId(), sale, forger))));
        Answer forged = reject(awaitLetters(Long.toString(forger), 1).getFirst());
        assertThat(forged.problem()).isEqualTo("dead-letter-conflict");
        assertThat(get("/api/orders/" + waiting.orderId(), user).body().has("underReviewSince"))
                .as("the order of the shopper still waits")
                .isTrue();
    }

    @Test
    void shouldNeedNeitherKeyNorTextNorSize() {
        byte[] large = new byte[100_000];
        java.util.Arrays.fill(large, (byte) 0xC3);
        write(new ProducerRecord<>(RESERVATIONS, null, large));
        write(new ProducerRecord<>(RESERVATIONS, null, null));

        List<JsonNode> items = list("?limit=2&topic=" + RESERVATIONS)
                .body()
                .path("items")
                .valueStream()
                .toList();
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
        assertThat(replay(write(new ProducerRecord<>(
                                OrderReleased.DEAD_LETTER_TOPIC, "5", json.writeValueAsBytes(event))))
                        .status())
                .isEqualTo(200);
        awaitOutboxEmpty();
        assertThat(releases(List.of(event.orderId()))).containsOnlyKeys(event.orderId());
    }

    @Test
    void shouldAllBeReachedPageByPage() {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            written.addFirst(write(new ProducerRecord<>(RESERVATIONS, "5", ("page " + i).getBytes(UTF_8))));
        }
        String query = "?limit=2&topic=" + RESERVATIONS;
        List<String> shown = new ArrayList<>();
        String older = "";
        while (older != null) {
            Answer answer = list(query + older);
            assertThat(answer.status()).isEqualTo(200);
            JsonNode page = answer.body();
            assertThat(page.has("older")).isTrue();
            page.path("items").valueStream().map(DeadLetterIT::placeOf).forEach(shown::add);
            older = page.path("older").isNull()
                    ? null
                    : "&before=" + page.path("older").asString();
        }
        assertThat(shown).containsSubsequence(written).doesNotHaveDuplicates();
        assertThat(shown.getLast()).as("the oldest of all").isEqualTo(RESERVATIONS + "/0/0");
    }

    @ParameterizedTest
    @CsvSource({
        "?topic=reservations,                       not-found",
        "?topic=other,                              not-found",
        "?topic=__consumer_offsets,                 not-found",
        "?topic=,                                   not-found",
        "'',                                        invalid-request",
        "?topic=reservations.dead-letter&limit=0,   invalid-request",
        "?topic=reservations.dead-letter&limit=501, invalid-request",
        "?topic=reservations.dead-letter&before=x,  invalid-request"
    })
    void shouldBeReadFromTheirTopicsOnly(String query, String problem) {
        assertThat(list(query).problem()).isEqualTo(problem);
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
    void shouldBeReplayedAndRejectedOnlyIfTheyExist(String letter) {
        assertThat(replay(letter).problem()).isEqualTo("not-found");
        assertThat(reject(letter).problem()).isEqualTo("not-found");
    }

    @Test
    void shouldBeForAdministratorsOnly() {
        assertThat(call("GET", ADDRESS + "?topic=" + RESERVATIONS, token(5), null)
                        .problem())
                .isEqualTo("forbidden");
        for (String wish : List.of("replay", "reject")) {
            assertThat(call("POST", ADDRESS + "/" + RESERVATIONS + "/0/0/" + wish, token(5), null)
                            .problem())
                    .isEqualTo("forbidden");
        }
        assertThat(call("GET", ADDRESS + "?topic=" + RESERVATIONS, "", null).problem())
                .isEqualTo("unauthenticated");
    }

    @Test
    @Tag("weekly")
    void shouldSayThatKafkaIsAway() {
        STACK.kafka().stop();
        try {
            assertThat(list("?topic=" + RESERVATIONS).problem()).isEqualTo("queue-unavailable");
            Answer answer = replay(RESERVATIONS + "/0/0");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text("title")).contains("message queue does not answer");
        } finally {
            STACK.kafka().start();
        }
        await().until(() -> list("?topic=" + RESERVATIONS).status(), status -> status == 200);
    }
}
