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
        return asAdmin("GET", ADDRESS + query);
    }

    private static String placeOf(JsonNode letter) {
        return String.join("/", texts(letter, "topic", "partition", "offset"));
    }

    /** Writes a message into a dead-letter topic. Returns its place. */
    private String write(ProducerRecord<String, byte[]> letter) {
        RecordMetadata written = kafka.send(letter).join().getRecordMetadata();
        return written.topic() + "/" + written.partition() + "/" + written.offset();
    }

    /** Writes a dead letter of stock-service about this event. Returns its place. */
    private String write(OrderReleased event) {
        return write(new ProducerRecord<>(OrderReleased.DEAD_LETTER_TOPIC, "5", json.writeValueAsBytes(event)));
    }

    private Answer replay(JsonNode letter) {
        return replay(placeOf(letter));
    }

    private Answer replay(String place) {
        return asAdmin("POST", ADDRESS + "/" + place + "/replay");
    }

    private Answer reject(JsonNode letter) {
        return reject(placeOf(letter));
    }

    private Answer reject(String place) {
        return asAdmin("POST", ADDRESS + "/" + place + "/reject");
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

    private JsonNode awaitLetter(String payload) {
        return awaitLetters(payload, 1).getFirst();
    }

    private JsonNode letterOf(StockReserved order) {
        return awaitLetter(Long.toString(order.orderId()));
    }

    /** Writes a dead letter, as a consumer does, for a cause that has gone. */
    private JsonNode putAside(StockReserved reservation) {
        ProducerRecord<String, byte[]> letter =
                new ProducerRecord<>(RESERVATIONS, Long.toString(reservation.saleId()), bytes(reservation));
        letter.headers().add("kafka_dlt-exception-message", "the database refuses it".getBytes(UTF_8));
        letter.headers().add("X-Correlation-Id", "test-correlation".getBytes(UTF_8));
        write(letter);
        return letterOf(reservation);
    }

    /** An accepted order whose price MySQL has lost. Its letter is written, and nothing in Redis names it any more. */
    private StockReserved underReview(long sale, long user) {
        StockReserved order = atALostPrice(newId(), sale, user);
        send(order);
        letterOf(order);
        return order;
    }

    @Test
    void shouldBeShownWithTheirReasonAndComeBackIfStillNobodyCanTakeThem() {
        Instant before = Instant.now().minusSeconds(5);
        String poison = "{\"not\":\"a reservation " + newId() + "\"}";
        long sale = newId();
        int partitions = kafka.partitionsFor(StockReserved.TOPIC).size();
        int ofItsBucket = (ConsumerProgress.partitionOf(Long.toString(sale), partitions) + 1) % partitions;
        kafka.send(StockReserved.TOPIC, ofItsBucket, Long.toString(sale), poison.getBytes(UTF_8));

        JsonNode letter = awaitLetter(poison);
        assertThat(texts(letter, "topic", "key", "payload", "payloadBytes"))
                .containsExactly(RESERVATIONS, Long.toString(sale), poison, Integer.toString(poison.length()));
        assertThat(letter.path("reason").asString()).contains("no group of reservations");
        assertThat(letter.path("exception").asString()).endsWith("PoisonMessageException");
        assertThat(Instant.parse(letter.path("time").asString())).isAfter(before);
        assertThat(letter.path("replayedAt").isNull()).isTrue();

        Answer replayed = replay(letter);
        assertStatus(replayed, 200);
        assertThat(Instant.parse(replayed.text("replayedAt"))).isAfter(before);

        List<JsonNode> both = awaitLetters(poison, 2);
        assertThat(both)
                .as("newest first")
                .extracting(each -> each.path("replays").asInt())
                .containsExactly(0, 1);
        assertThat(placeOf(both.getLast())).isEqualTo(placeOf(letter));
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
        long sale = newSale(10);
        StockReserved reservation = reservation(newId(), sale, newId());
        JsonNode letter = putAside(reservation);
        assertThat(texts(letter, "reason", "correlationId"))
                .containsExactly("the database refuses it", "test-correlation");

        Callable<Integer> click = () -> replay(letter).status();
        assertThat(Together.run(click, click, click)).containsOnly(200);

        awaitStatus(reservation.orderId(), "AWAITING_PAYMENT");
        place(reservation(newId(), sale, newId())); // same partition: the repetitions precede it
        assertThat(STOCK.available(sale)).isEqualTo(8);
        assertThat(letterOf(reservation).path("replays").asInt()).isEqualTo(3);
    }

    @Test
    void shouldKeepTheirUnitsAndBeShownToTheirShoppersAsUnderReviewUntilTheyAreReplayed() {
        long user = newId();
        String oldest = Long.toString(placedFor(user));
        String older = Long.toString(placedFor(user));
        long sale = newSale(1);
        Instant before = Instant.now().minusSeconds(5);
        StockReserved order = underReview(sale, user);
        String path = "/api/orders/" + order.orderId();

        assertThat(STOCK.holding(sale)).containsExactly(order.orderId());
        Answer shown = get(path, user);
        assertStatus(shown, 200);
        assertThat(shown.text("status")).isEqualTo("QUEUED");
        assertThat(Instant.parse(shown.text("underReviewSince"))).isAfter(before);
        assertThat(shown.number("priceCents")).isEqualTo(LOST_PRICE_CENTS);
        assertThat(get(path + "/journey", user).text("status")).isEqualTo("QUEUED");
        assertProblem(pay(order.orderId(), user), "order-queued");
        assertProblem(get(path, user + 1), "order-not-found");

        JsonNode first = get("/api/orders?size=2", user).body();
        JsonNode second = get("/api/orders?size=2&page=1", user).body();
        assertThat(first.path("total").asInt()).isEqualTo(3);
        assertThat(first.findValuesAsString("orderId")).containsExactly(Long.toString(order.orderId()), older);
        assertThat(second.findValuesAsString("orderId")).containsExactly(oldest);
        JsonNode letter = letterOf(order);
        assertThat(letter.path("reason").asString()).contains("never cost " + LOST_PRICE_CENTS + " cents");
        assertThat(texts(letter.path("orders").path(0), "orderId", "status"))
                .containsExactly(Long.toString(order.orderId()), "QUEUED");

        STOCK.earlierPrice(sale, LOST_PRICE_CENTS); // the reason is removed
        assertStatus(replay(letterOf(order)), 200);
        awaitStatus(order.orderId(), "AWAITING_PAYMENT");
        assertThat(get(path, user).text("status")).isEqualTo("AWAITING_PAYMENT");
        assertThat(get(path, user).body().has("underReviewSince")).isFalse();
        assertThat(get("/api/orders", user).number("total")).isEqualTo(3);

        Answer tooLate = reject(letterOf(order));
        assertProblem(tooLate, "dead-letter-conflict");
        assertThat(tooLate.text("detail")).contains("AWAITING_PAYMENT");
        assertThat(finalReleases(List.of(order.orderId()))).isEmpty();
        assertThat(STOCK.holding(sale)).containsExactly(order.orderId());
    }

    @Test
    void shouldEndAsARejectedOrderWhoseUnitGoesBackOnceHoweverOftenTheyAreRejected() {
        long sale = newSale(1);
        long user = newId();
        StockReserved order = underReview(sale, user);
        JsonNode letter = letterOf(order);

        for (int time = 0; time < 2; time++) {
            Answer rejected = reject(letter);
            assertStatus(rejected, 200);
            assertThat(rejected.body().at("/orders/0/status").asString()).isEqualTo("REJECTED");
        }
        JsonNode shown = get("/api/orders/" + order.orderId(), user).body();
        assertThat(texts(shown, "status", "reason")).containsExactly("REJECTED", "REJECTED_BY_ADMINISTRATOR");
        assertThat(finalReleases(List.of(order.orderId())))
                .containsEntry(order.orderId(), List.of(OrderReleased.Reason.REJECTED_BY_ADMINISTRATOR));

        assertProblem(replay(letter), "dead-letter-conflict");
        send(order); // what an administrator on another instance has just replayed
        StockReserved later = reservation(newId(), sale, newId());
        STOCK.release(new OrderReleased(order.orderId(), sale, user, OrderReleased.Reason.REJECTED_BY_ADMINISTRATOR));
        place(later); // same partition: the repetition precedes it
        assertThat(statusOf(order.orderId())).isEqualTo("REJECTED");
        assertThat(STOCK.holding(sale)).containsExactly(later.orderId());
    }

    @Test
    void shouldEndInOneWayIfTheyAreReplayedAndRejectedAtOnce() {
        long sale = newSale(20);
        List<StockReserved> orders =
                Stream.generate(() -> underReview(sale, newId())).limit(4).toList();
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

        place(reservation(newId(), sale, newId()));
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
        Answer unreadable = reject(awaitLetter(poison));
        assertProblem(unreadable, "dead-letter-conflict");
        assertThat(unreadable.text("detail")).isEqualTo("It names no accepted order.");

        OrderReleased event = new OrderReleased(newId(), newId(), 5, OrderReleased.Reason.CANCELLED);
        assertProblem(reject(write(event)), "dead-letter-conflict");

        Map.Entry<Long, Long> placed = placed();
        JsonNode otherShopper = putAside(reservation(placed.getKey(), newId(), placed.getValue() + 1));
        assertProblem(reject(otherShopper), "dead-letter-conflict");
        assertThat(statusOf(placed.getKey())).isEqualTo("AWAITING_PAYMENT");

        long user = newId();
        long sale = newSale(1);
        StockReserved waiting = underReview(sale, user);
        long forger = newId();
        write(new ProducerRecord<>(RESERVATIONS, "5", bytes(reservation(waiting.orderId(), sale, forger))));
        assertProblem(reject(awaitLetter(Long.toString(forger))), "dead-letter-conflict");
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

        List<JsonNode> items = items(ADDRESS + "?limit=2&topic=" + RESERVATIONS).toList();
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
        assertProblem(replay(OrderReleased.DEAD_LETTER_TOPIC + "/0/999999"), "not-found");

        OrderReleased event = new OrderReleased(newId(), newId(), 5, OrderReleased.Reason.CANCELLED);
        assertStatus(replay(write(event)), 200);
        assertThat(finalReleases(List.of(event.orderId()))).containsOnlyKeys(event.orderId());
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
            assertStatus(answer, 200);
            JsonNode page = answer.body();
            assertThat(page.has("older")).isTrue();
            page.path("items").valueStream().map(DeadLetterIT::placeOf).forEach(shown::add);
            JsonNode rest = page.path("older");
            older = rest.isNull() ? null : "&before=" + rest.asString();
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
        assertProblem(list(query), problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dead-letter/0/999999999", "dead-letter/0/-1", "dead-letter/7/0", "dead-letter/-1/0"})
    void shouldBeReplayedAndRejectedOnlyIfTheyExist(String letter) {
        for (String place : List.of("reservations." + letter, "reservations/0/0")) {
            assertProblem(replay(place), "not-found");
            assertProblem(reject(place), "not-found");
        }
    }

    @Test
    void shouldBeForAdministratorsOnly() {
        assertProblem(call("GET", ADDRESS + "?topic=" + RESERVATIONS, token(5), null), "forbidden");
        for (String wish : List.of("replay", "reject")) {
            assertProblem(call("POST", ADDRESS + "/" + RESERVATIONS + "/0/0/" + wish, token(5), null), "forbidden");
        }
        assertProblem(call("GET", ADDRESS + "?topic=" + RESERVATIONS, "", null), "unauthenticated");
    }

    @Test
    @Tag("weekly")
    void shouldSayThatKafkaIsAway() {
        STACK.kafka().stop();
        try {
            assertProblem(list("?topic=" + RESERVATIONS), "queue-unavailable");
            Answer answer = replay(RESERVATIONS + "/0/0");
            assertStatus(answer, 503);
            assertThat(answer.text("title")).contains("message queue does not answer");
        } finally {
            STACK.kafka().start();
        }
        await().until(() -> list("?topic=" + RESERVATIONS).status(), status -> status == 200);
    }
}
