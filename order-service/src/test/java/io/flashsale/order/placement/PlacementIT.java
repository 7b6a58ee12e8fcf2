package io.flashsale.order.placement;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService;
import io.flashsale.order.StubStockService.Behaviour;
import io.flashsale.order.Together;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.web.client.RestClientResponseException;

/** From Kafka to MySQL. */
class PlacementIT extends OrderServiceFixture {

    @Autowired
    private Placement placement;

    @Autowired
    private KafkaListenerEndpointRegistry listeners;

    @Autowired
    private RedissonClient redis;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private DataSource dataSource;

    private final long sale = newId();

    /** Orders of this many shoppers. */
    private List<StockReserved> reservations(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> reservation(newId(), sale, newId()))
                .toList();
    }

    private static List<Long> ids(List<StockReserved> reservations) {
        return reservations.stream().map(StockReserved::orderId).toList();
    }

    private void deliver(List<StockReserved> reservations) {
        reservations.forEach(this::send);
        kafka.flush();
    }

    /** Asserts I6: the orders that hold stock are those in the ledger. */
    private void assertLedgerHoldsExactlyTheActiveOrders() {
        awaitOutboxEmpty();
        Set<Long> active = new HashSet<>(jdbc.sql("SELECT id FROM orders WHERE sale_id = ? AND active_user IS NOT NULL")
                .param(sale)
                .query(Long.class)
                .list());
        assertThat(STOCK.holding(sale)).isEqualTo(active);
    }

    @Test
    void shouldPlaceEachOrderOnceThoughEveryMessageComesTwice() {
        List<StockReserved> all = reservations(1_200);
        STOCK.stock(sale, 2_000);

        deliver(all);
        deliver(all);
        awaitStatus(ids(all), "AWAITING_PAYMENT");

        assertThat(STOCK.available(sale)).isEqualTo(800);
        assertLedgerHoldsExactlyTheActiveOrders();
        assertThat(releases(ids(all))).isEmpty();
        Map<String, @Nullable Object> row = jdbc.sql(
                        "SELECT title, image_url, price_cents, TIMESTAMPDIFF(SECOND, created_at, pay_deadline) AS pay_window"
                                + " FROM orders WHERE id = ?")
                .param(all.getFirst().orderId())
                .query()
                .singleRow();
        assertThat(row)
                .containsEntry("title", "A lamp")
                .containsEntry("image_url", "/images/lamp.svg")
                .containsEntry("price_cents", 1_990L)
                .containsEntry("pay_window", 900L);
    }

    /** Inserting row by row takes several times as long; see decision 0017. */
    @Test
    void shouldInsertABatchWithOneStatementWhateverTheUrlSays() {
        List<StockReserved> all = reservations(500);
        STOCK.stock(sale, 500);
        long before = insertStatements();

        placement.place(sale, all);

        assertThat(insertStatements() - before).isLessThan(20); // one, and what other tests insert at the same time
        assertThat(statuses(ids(all))).hasSize(500);
    }

    private long insertStatements() {
        return jdbc.sql("SHOW GLOBAL STATUS LIKE 'Com_insert'")
                .query((row, n) -> row.getLong("Value"))
                .single();
    }

    @Test
    void shouldDeductForTheNextBatchWhileTheOneBeforeIsInserted() throws SQLException {
        List<StockReserved> all = reservations(2 * Placement.BATCH + 1);
        STOCK.stock(sale, all.size());
        CompletableFuture<Void> placing;
        try (Connection blocker = dataSource.getConnection();
                Statement statement = blocker.createStatement()) {
            statement.execute("LOCK TABLES orders READ");
            placing = CompletableFuture.runAsync(() -> placement.place(sale, all));

            await().until(() -> STOCK.available(sale) == 1);
            assertThat(statuses(ids(all))).isEmpty();
            statement.execute("UNLOCK TABLES");
        }
        placing.orTimeout(10, TimeUnit.MINUTES).join();

        assertThat(statuses(ids(all))).hasSize(all.size()).doesNotContainValue("REJECTED");
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldFinishTheBatchThatIsBeingInsertedWhenTheDeductionForTheNextOneFails() {
        List<StockReserved> all = reservations(Placement.BATCH + 10);
        STOCK.stock(sale, all.size());
        STOCK.afterNextDeduction(() -> STOCK.behave(Behaviour.DOWN));

        assertThatThrownBy(() -> placement.place(sale, all)).isInstanceOf(RestClientResponseException.class);

        assertThat(statuses(ids(all)))
                .as("when it has thrown, nothing is under way any more")
                .hasSize(Placement.BATCH);
        STOCK.behave(Behaviour.NORMAL);
        placement.place(sale, all);
        assertThat(statuses(ids(all))).hasSize(all.size());
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldRejectTheSecondOrderOfAShopperInTheBatchAfter() {
        List<StockReserved> all = new ArrayList<>(reservations(Placement.BATCH));
        StockReserved again = reservation(newId(), sale, all.getFirst().userId());
        all.add(again);
        STOCK.stock(sale, all.size());
        double overtakenBefore = meters.counter("flashsale.placement.overtaken").count();

        placement.place(sale, all);

        assertThat(statuses(List.of(again.orderId()))).containsValue("REJECTED");
        assertThat(STOCK.available(sale)).as("no unit was taken for it").isEqualTo(1);
        assertThat(meters.counter("flashsale.placement.overtaken").count()).isEqualTo(overtakenBefore);
    }

    @Test
    void shouldRejectWhatTheLedgerHasNoUnitForAndSaySo() {
        List<StockReserved> all = reservations(50);
        STOCK.stock(sale, 30);

        deliver(all);
        awaitStatus(ids(all.subList(0, 30)), "AWAITING_PAYMENT");
        awaitStatus(ids(all.subList(30, 50)), "REJECTED");
        awaitOutboxEmpty();

        assertThat(releases(ids(all)))
                .hasSize(20)
                .containsOnlyKeys(ids(all.subList(30, 50)))
                .allSatisfy((order, reasons) -> assertThat(reasons).containsExactly(Reason.INSUFFICIENT_STOCK));
    }

    @Test
    void shouldRejectTheSecondOrderOfAShopperInTheSameBatchAndInALaterOne() {
        STOCK.stock(sale, 10);
        StockReserved first = reservation(newId(), sale, 77);
        StockReserved sameBatch = reservation(newId(), sale, 77);
        StockReserved later = reservation(newId(), sale, 77);

        placement.place(sale, List.of(first, sameBatch));
        placement.place(sale, List.of(later, first));

        assertThat(statuses(List.of(first.orderId(), sameBatch.orderId(), later.orderId())))
                .containsEntry(first.orderId(), "AWAITING_PAYMENT")
                .containsEntry(sameBatch.orderId(), "REJECTED")
                .containsEntry(later.orderId(), "REJECTED");
        awaitOutboxEmpty();
        assertThat(releases(List.of(sameBatch.orderId(), later.orderId())).values())
                .containsExactly(List.of(Reason.DUPLICATE_PURCHASE), List.of(Reason.DUPLICATE_PURCHASE));
        assertThat(STOCK.available(sale)).isEqualTo(9);
    }

    @Test
    void shouldLetAShopperBuyAgainAfterCancelling() {
        STOCK.stock(sale, 1);
        StockReserved first = reservation(newId(), sale, 78);
        StockReserved second = reservation(newId(), sale, 78);
        placement.place(sale, List.of(first));
        assertThat(post("/api/orders/" + first.orderId() + "/cancellation", 78).status())
                .isEqualTo(200);
        awaitOutboxEmpty();

        placement.place(sale, List.of(second));

        assertThat(statuses(List.of(second.orderId()))).containsValue("AWAITING_PAYMENT");
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    /** Orders of one shopper. */
    private List<StockReserved> ordersOf(long shopper, int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> reservation(newId(), sale, shopper))
                .toList();
    }

    private Map<Long, Integer> activeSlots() {
        return jdbc
                .sql("SELECT id, slot FROM orders WHERE sale_id = ? AND active_user IS NOT NULL")
                .param(sale)
                .query((row, n) -> Map.entry(row.getLong(1), row.getInt(2)))
                .list()
                .stream()
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void shouldPlaceAsManyOrdersOfAShopperAsTheSaleAllows() {
        STOCK.stock(sale, 10);
        STOCK.limit(sale, 3);
        List<StockReserved> orders = ordersOf(80, 4);
        StockReserved neighbour = reservation(newId(), sale, 81);

        deliver(orders);
        deliver(List.of(neighbour));
        deliver(orders); // a repetition
        awaitStatus(ids(orders.subList(0, 3)), "AWAITING_PAYMENT");
        awaitStatus(List.of(orders.get(3).orderId()), "REJECTED");
        awaitStatus(List.of(neighbour.orderId()), "AWAITING_PAYMENT");

        awaitOutboxEmpty();
        assertThat(releases(ids(orders)))
                .containsExactly(Map.entry(orders.get(3).orderId(), List.of(Reason.DUPLICATE_PURCHASE)));
        assertThat(STOCK.available(sale)).as("the fourth took no unit").isEqualTo(6);
        assertThat(activeSlots())
                .isEqualTo(Map.of(
                        orders.get(0).orderId(), 1,
                        orders.get(1).orderId(), 2,
                        orders.get(2).orderId(), 3,
                        neighbour.orderId(), 1));
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldGiveTheSlotOfACancelledOrderToTheNext() {
        STOCK.stock(sale, 10);
        STOCK.limit(sale, 3);
        List<StockReserved> orders = ordersOf(82, 5);
        placement.place(sale, orders.subList(0, 3));
        long cancelled = orders.get(1).orderId();
        assertThat(post("/api/orders/" + cancelled + "/cancellation", 82).status())
                .isEqualTo(200);

        placement.place(sale, orders.subList(3, 5));

        assertThat(statuses(ids(orders)))
                .containsEntry(cancelled, "CLOSED")
                .containsEntry(orders.get(4).orderId(), "REJECTED");
        assertThat(activeSlots())
                .isEqualTo(Map.of(
                        orders.get(0).orderId(), 1,
                        orders.get(3).orderId(), 2,
                        orders.get(2).orderId(), 3));
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldRejectOrdersOfASaleTheLedgerDoesNotKnow() {
        StockReserved lost = reservation(newId(), StubStockService.UNKNOWN_SALE, newId());

        deliver(List.of(lost));
        awaitStatus(List.of(lost.orderId()), "REJECTED");
        awaitOutboxEmpty();

        assertThat(releases(List.of(lost.orderId()))).containsEntry(lost.orderId(), List.of(Reason.UNKNOWN_SALE));
    }

    @Test
    void shouldRejectWithoutReleasingAnOrderThatTheLedgerSaysWasGivenBack() {
        STOCK.stock(sale, 1);
        StockReserved order = reservation(newId(), sale, newId());
        placement.place(sale, List.of(order));
        STOCK.release(new OrderReleased(order.orderId(), sale, order.userId(), Reason.CANCELLED));
        jdbc.sql("DELETE FROM orders WHERE id = ?").param(order.orderId()).update();

        placement.place(sale, List.of(order));
        awaitOutboxEmpty();

        assertThat(statuses(List.of(order.orderId()))).containsValue("REJECTED");
        assertThat(releases(List.of(order.orderId()))).isEmpty();
    }

    @Test
    void shouldWaitForTheLedgerHoweverItFailsAndPlaceEverythingThen() {
        List<StockReserved> all = reservations(300);
        STOCK.stock(sale, 300);
        for (Behaviour behaviour : List.of(Behaviour.DOWN, Behaviour.MISROUTED, Behaviour.ANSWER_LOST)) {
            STOCK.behave(behaviour);
            if (behaviour == Behaviour.DOWN) {
                deliver(all);
            }
            double before = meters.counter("flashsale.placement.retries").count();
            await().until(() -> meters.counter("flashsale.placement.retries").count() > before + 2);
            assertThat(statuses(ids(all)))
                    .as("while the ledger is %s", behaviour)
                    .isEmpty();
        }

        STOCK.behave(Behaviour.NORMAL);
        awaitStatus(ids(all), "AWAITING_PAYMENT");

        assertThat(STOCK.available(sale)).isZero();
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldFinishABatchWhoseInsertFailedAfterTheDeduction() {
        List<StockReserved> all = reservations(200);
        STOCK.stock(sale, 200);
        STOCK.afterNextDeduction(
                () -> jdbc.sql("RENAME TABLE orders TO orders_away").update());

        deliver(all);
        await().until(() -> STOCK.available(sale) < 200);
        double before = meters.counter("flashsale.placement.retries").count();
        await().until(() -> meters.counter("flashsale.placement.retries").count() > before + 1);
        jdbc.sql("RENAME TABLE orders_away TO orders").update();

        awaitStatus(ids(all), "AWAITING_PAYMENT");
        assertThat(STOCK.available(sale)).isZero();
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldFinishTheBatchInHandBeforeItHasStopped() throws Exception {
        List<StockReserved> all = reservations(50);
        STOCK.stock(sale, 50);
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        STOCK.afterNextDeduction(() -> {
            inHand.countDown();
            awaitQuietly(goOn);
        });
        send(all.getFirst());
        kafka.flush();
        assertThat(inHand.await(2, TimeUnit.MINUTES)).isTrue();

        listeners.stop(stopped::countDown);
        try {
            assertThat(stopped.await(500, TimeUnit.MILLISECONDS))
                    .as("stopped with a batch in hand")
                    .isFalse();
            goOn.countDown();
            assertThat(stopped.await(2, TimeUnit.MINUTES)).isTrue();
            assertThat(statuses(ids(all))).containsOnlyKeys(all.getFirst().orderId());
        } finally {
            listeners.start();
        }

        deliver(all.subList(1, 50));
        awaitStatus(ids(all), "AWAITING_PAYMENT"); // the consumers have restarted by themselves
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(4, TimeUnit.MINUTES);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String text(StockReserved reservation) {
        return new String(bytes(reservation), StandardCharsets.UTF_8);
    }

    @Test
    void shouldPlaceAGroupLikeItsMembers() {
        List<StockReserved> all = reservations(2 * Placement.BATCH + 100); // more than one call deducts
        STOCK.stock(sale, all.size() - 100);
        sendAsGroup(all);
        sendAsGroup(all.subList(0, 10)); // a repetition
        awaitStatus(ids(all.subList(0, all.size() - 100)), "AWAITING_PAYMENT");
        awaitStatus(ids(all.subList(all.size() - 100, all.size())), "REJECTED");
        assertThat(STOCK.available(sale)).isZero();
    }

    @Test
    void shouldPutAsideThoseOfAGroupThatCanNeverBePlacedAndPlaceTheOthers() {
        STOCK.stock(sale, 20);
        StockReserved taken = reservation(newId(), sale, newId());
        deliver(List.of(taken));
        awaitStatus(List.of(taken.orderId()), "AWAITING_PAYMENT");
        StockReserved good = reservation(newId(), sale, newId());
        StockReserved another = reservation(newId(), sale, newId());
        StockReserved bad = reservation(taken.orderId(), sale, newId());
        sendAsGroup(List.of(good, bad, another));
        awaitStatus(List.of(good.orderId(), another.orderId()), "AWAITING_PAYMENT");
        await().untilAsserted(() -> assertThat(deadLetters())
                .extracting(letter -> new String(letter.value(), StandardCharsets.UTF_8))
                .filteredOn(text -> text.contains(Long.toString(taken.orderId())))
                .singleElement()
                .satisfies(text -> assertThat(
                                json.readValue(text, StockReservedGroup.class).reservations())
                        .extracting(StockReserved::userId)
                        .containsExactly(bad.userId())));
    }

    private void sendAsGroup(List<StockReserved> reservations) {
        StockReserved first = reservations.getFirst();
        List<StockReservedGroup.Line> orders = reservations.stream()
                .map(one -> new StockReservedGroup.Line(one.orderId(), one.userId(), one.correlationId()))
                .toList();
        send(sale, json.writeValueAsBytes(new StockReservedGroup(sale, first.terms(), first.reservedAt(), orders)));
    }

    @Test
    void shouldPutAsidePoisonWithItsReasonAndPlaceTheRestOfTheBatch() {
        List<StockReserved> all = reservations(20);
        STOCK.stock(sale, 20);
        List<String> poison = List.of(
                "{not json}",
                "{\"orderId\":\"1\"}",
                text(all.getFirst()).replace("1990", "-1"),
                text(all.getFirst()).replace("A lamp", "\\ud800"));

        deliver(all.subList(0, 10));
        poison.forEach(message -> send(sale, message.getBytes(StandardCharsets.UTF_8)));
        deliver(all.subList(10, 20));
        awaitStatus(ids(all), "AWAITING_PAYMENT");

        Map<String, String> reasons = new java.util.HashMap<>();
        await().until(() -> {
            deadLetters()
                    .forEach(letter -> reasons.put(
                            new String(letter.value(), StandardCharsets.UTF_8),
                            new String(
                                    letter.headers()
                                            .lastHeader("kafka_dlt-exception-message")
                                            .value(),
                                    StandardCharsets.UTF_8)));
            return reasons.keySet().containsAll(poison);
        });
        assertThat(reasons.get(poison.get(0))).contains("no group of reservations");
        assertThat(reasons.get(poison.get(1))).isNotBlank();
        assertThat(reasons.get(poison.get(2))).contains("price is negative");
        assertThat(reasons.get(poison.get(3))).contains("title");
    }

    /** A writer to the topic cannot decide what a sale costs. */
    @Test
    void shouldPutAsideAReservationForAPriceThatTheSaleNeverHad() {
        STOCK.stock(sale, 20);
        StockReserved forged = reservation(newId(), sale, newId());
        StockReserved honest = reservation(newId(), sale, newId());
        send(sale, text(forged).replace("1990", "1").getBytes(StandardCharsets.UTF_8));
        deliver(List.of(honest));
        awaitStatus(List.of(honest.orderId()), "AWAITING_PAYMENT");
        await().untilAsserted(() -> assertThat(deadLetters())
                .filteredOn(letter ->
                        new String(letter.value(), StandardCharsets.UTF_8).contains(Long.toString(forged.orderId())))
                .singleElement()
                .satisfies(letter -> assertThat(new String(
                                letter.headers()
                                        .lastHeader("kafka_dlt-exception-message")
                                        .value(),
                                StandardCharsets.UTF_8))
                        .contains("never cost 1 cents")));
        assertThat(statuses(List.of(forged.orderId()))).isEmpty();
        assertThat(STOCK.holding(sale)).containsExactly(honest.orderId());
    }

    @Test
    void shouldPlaceAnOrderAtItsPriceAlthoughAMessagePretendsToBeIt() {
        STOCK.stock(sale, 20);
        StockReserved honest = reservation(newId(), sale, newId());
        StockReserved forged = new StockReserved(
                honest.orderId(),
                sale,
                honest.userId(),
                new SaleTerms("A lamp", "/images/lamp.svg", 1),
                honest.reservedAt(),
                honest.correlationId());
        STOCK.behave(Behaviour.ANSWER_LOST);
        assertThatThrownBy(() -> placement.place(sale, List.of(honest)))
                .isInstanceOf(RestClientResponseException.class);
        STOCK.behave(Behaviour.NORMAL);

        assertThat(placement.place(sale, List.of(forged, honest))).containsExactly(forged);

        assertThat(jdbc.sql("SELECT price_cents FROM orders WHERE id = ?")
                        .param(honest.orderId())
                        .query(Long.class)
                        .single())
                .isEqualTo(StubStockService.PRICE_CENTS);
        assertThat(STOCK.available(sale)).isEqualTo(19);
    }

    @Test
    void shouldPutAsideAReservationUnderTheIdOfAnotherOrderAndNotForgetIt() {
        STOCK.stock(sale, 20);
        StockReserved first = reservation(newId(), sale, newId());
        StockReserved inTheSameBatch = reservation(first.orderId(), sale, newId());
        StockReserved later = reservation(first.orderId(), sale, newId());
        StockReserved innocent = reservation(newId(), sale, newId());

        deliver(List.of(first, inTheSameBatch));
        awaitStatus(List.of(first.orderId()), "AWAITING_PAYMENT");
        deliver(List.of(later, innocent));
        awaitStatus(List.of(innocent.orderId()), "AWAITING_PAYMENT");

        Set<Long> putAside = new HashSet<>();
        await().until(() -> {
            deadLetters().stream()
                    .map(letter -> new String(letter.value(), StandardCharsets.UTF_8))
                    .filter(text -> text.contains(Long.toString(first.orderId())))
                    .flatMap(text -> json.readValue(text, StockReservedGroup.class).orders().stream())
                    .map(StockReservedGroup.Line::userId)
                    .forEach(putAside::add);
            return putAside.size() >= 2;
        });
        assertThat(putAside).containsExactlyInAnyOrder(inTheSameBatch.userId(), later.userId());
        assertThat(jdbc.sql("SELECT user_id FROM orders WHERE id = ?")
                        .param(first.orderId())
                        .query(Long.class)
                        .list())
                .containsExactly(first.userId());
        assertThat(STOCK.holding(sale)).containsExactlyInAnyOrder(first.orderId(), innocent.orderId());
    }

    private List<ConsumerRecord<String, byte[]>> deadLetters() {
        TopicPartition partition = new TopicPartition(StockReserved.DEAD_LETTER_TOPIC, 0);
        try (var consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", STACK.kafka().bootstrapServers()),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            List<ConsumerRecord<String, byte[]>> letters = new ArrayList<>();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(letters::add);
            }
            letters.removeIf(
                    letter -> letter.headers().lastHeader("kafka_dlt-original-topic") == null); // another test's
            return letters;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNotSellTwiceWhenSeveralConsumersWorkOnTheSameSaleAndTheLockIsLost(int limit) {
        List<StockReserved> all = new ArrayList<>();
        for (int shopper = 1; shopper <= 150; shopper++) {
            all.addAll(ordersOf(shopper, limit + 1)); // one too many of each shopper
        }
        STOCK.stock(sale, 400);
        STOCK.limit(sale, limit);
        double overtakenBefore = meters.counter("flashsale.placement.overtaken").count();

        List<Callable<Boolean>> consumers = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            List<StockReserved> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, new Random(seed));
            consumers.add(() -> {
                for (int from = 0; from < shuffled.size(); from += 50) {
                    placeStubbornly(shuffled.subList(from, from + 50));
                }
                return true;
            });
        }
        consumers.add(() -> {
            for (int i = 0; i < 2_000; i++) {
                redis.getKeys().delete("placement:" + sale);
            }
            return true;
        });
        STOCK.afterNextDeduction(
                () -> { // the first consumer has looked, and finds the others' orders only on inserting
                    redis.getKeys().delete("placement:" + sale);
                    await().until(() -> !statuses(ids(all)).isEmpty());
                });
        Together.run(consumers);

        Map<Long, String> statuses = statuses(ids(all));
        assertThat(statuses).hasSize(all.size());
        assertThat(statuses.values()).filteredOn("AWAITING_PAYMENT"::equals).hasSize(150 * limit);
        assertThat(statuses.values()).filteredOn("REJECTED"::equals).hasSize(150);
        assertLedgerHoldsExactlyTheActiveOrders();
        assertThat(STOCK.available(sale)).isEqualTo(400 - 150 * limit);
        assertThat(meters.counter("flashsale.placement.overtaken").count())
                .as("without a collision this test shows nothing")
                .isGreaterThan(overtakenBefore);
    }

    /** Repeats until it succeeds, as the listener's container does. */
    private void placeStubbornly(List<StockReserved> batch) {
        await().ignoreExceptions().until(() -> {
            placement.place(sale, batch);
            return true;
        });
    }

    private StockReserved byTicket(StockReserved reservation, long number) {
        return new StockReserved(
                reservation.orderId(),
                reservation.saleId(),
                reservation.userId(),
                reservation.terms(),
                reservation.reservedAt(),
                reservation.correlationId(),
                number);
    }

    /** Redis prevents this unless it forgets which tickets were used. */
    @Test
    void shouldSellOnceForATicketAlsoAfterItsOrderWasCancelled() {
        STOCK.stock(sale, 5);
        StockReserved first = byTicket(reservation(newId(), sale, 78), 17);
        StockReserved neighbour = byTicket(reservation(newId(), sale, 79), 18);
        send(sale, json.writeValueAsBytes(StockReservedGroup.of(first)));
        send(sale, json.writeValueAsBytes(StockReservedGroup.of(neighbour)));
        awaitStatus(ids(List.of(first, neighbour)), "AWAITING_PAYMENT");
        assertThat(post("/api/orders/" + first.orderId() + "/cancellation", 78).status())
                .isEqualTo(200);
        awaitOutboxEmpty();

        StockReserved second = byTicket(reservation(newId(), sale, 78), 17);
        deliver(List.of(second));
        awaitStatus(List.of(second.orderId()), "REJECTED");
        awaitOutboxEmpty();

        assertThat(releases(List.of(second.orderId()))).containsEntry(second.orderId(), List.of(Reason.TICKET_USED));
        assertThat(jdbc.sql("SELECT entry_number FROM orders WHERE sale_id = ? AND entry_number IS NOT NULL ORDER BY 1")
                        .param(sale)
                        .query(Long.class)
                        .list())
                .containsExactly(17L, 18L);
        assertLedgerHoldsExactlyTheActiveOrders();
    }
}
