package io.flashsale.order.placement;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.commons.testing.WrittenDeadLetters;
import io.flashsale.commons.testing.WrittenDeadLetters.Letter;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService;
import io.flashsale.order.StubStockService.Behaviour;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
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

    /** An order of a new shopper. */
    private StockReserved reservation() {
        return reservation(newId(), sale, newId());
    }

    /** Orders of this many shoppers. */
    private List<StockReserved> reservations(int count) {
        return LongStream.range(0, count).mapToObj(i -> reservation()).toList();
    }

    private static List<Long> ids(List<StockReserved> reservations) {
        return reservations.stream().map(StockReserved::orderId).toList();
    }

    private double retries() {
        return meters.counter("flashsale.placement.retries").count();
    }

    private double collisions() {
        return meters.counter("flashsale.placement.collisions").count();
    }

    /** Waits until a batch was tried again more often than this. */
    private void awaitRetries(int times) {
        double before = retries();
        await().until(() -> retries() > before + times);
    }

    private void awaitRejected(StockReserved reservation, Reason reason) {
        awaitStatus(reservation.orderId(), "REJECTED");
        assertThat(finalReleases(List.of(reservation.orderId())).get(reservation.orderId()))
                .as("released, perhaps repeatedly")
                .containsOnly(reason);
    }

    private void deliver(List<StockReserved> reservations) {
        reservations.forEach(this::send);
        kafka.flush();
    }

    /** Asserts I6: the orders that hold stock are those in the ledger. */
    private void assertLedgerHoldsExactlyTheActiveOrders() {
        awaitOutboxEmpty();
        assertThat(STOCK.holding(sale)).isEqualTo(activeSlots().keySet());
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
        String columns = "title, image_url, price_cents, TIMESTAMPDIFF(SECOND, created_at, pay_deadline)";
        Map<String, @Nullable Object> row = jdbc.sql("SELECT " + columns + " FROM orders WHERE id = ?")
                .param(all.getFirst().orderId())
                .query()
                .singleRow();
        assertThat(row.values()).containsExactly("A lamp", "/images/lamp.svg", 1_990L, 900L);
    }

    /** Inserting row by row takes several times as long; see decision 0017. */
    @Test
    void shouldInsertABatchWithOneStatementWhateverTheUrlSays() {
        List<StockReserved> all = reservations(500);
        STOCK.stock(sale, 500);
        long before = insertStatements();

        placement.place(sale, 0, all);

        assertThat(insertStatements() - before).isLessThan(20); // one, and what other tests insert at the same time
        assertThat(statuses(ids(all))).hasSize(500);
    }

    private long insertStatements() {
        return jdbc.sql("SHOW GLOBAL STATUS LIKE 'Com_insert'")
                .query((row, n) -> row.getLong("Value"))
                .single();
    }

    @Test
    void shouldDeductForTheNextBatchWhileThoseBeforeAreInserted() throws SQLException {
        List<StockReserved> all = reservations((Placement.MAX_WRITES + 1) * Placement.BATCH + 1);
        STOCK.stock(sale, all.size());
        CompletableFuture<Void> placing;
        try (Connection blocker = dataSource.getConnection();
                Statement statement = blocker.createStatement()) {
            statement.execute("LOCK TABLES orders READ");
            placing = CompletableFuture.runAsync(() -> placement.place(sale, 0, all));

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

        assertThatThrownBy(() -> placement.place(sale, 0, all)).isInstanceOf(RestClientResponseException.class);

        assertThat(statuses(ids(all)))
                .as("when it has thrown, nothing is under way any more")
                .hasSize(Placement.BATCH);
        STOCK.behave(Behaviour.NORMAL);
        placement.place(sale, 0, all);
        assertThat(statuses(ids(all))).hasSize(all.size());
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldRejectTheSecondOrderOfAShopperInTheBatchAfter() {
        List<StockReserved> all = new ArrayList<>(reservations(Placement.BATCH));
        StockReserved again = reservation(newId(), sale, all.getFirst().userId());
        all.add(again);
        STOCK.stock(sale, all.size());

        placement.place(sale, 0, all);

        assertThat(statusOf(again.orderId())).isEqualTo("REJECTED");
        assertThat(STOCK.available(sale)).as("no unit was taken for it").isEqualTo(1);
    }

    @Test
    void shouldGiveBackTheUnitThatAShoppersSecondOrderTookBeforeTheFirstWasSeen() {
        STOCK.stock(sale, 5);
        StockReserved first = reservation();
        StockReserved second = reservation(newId(), sale, first.userId());
        StockReserved neighbour = reservation();
        placement.place(sale, 0, List.of(first));

        placement.place(sale, 0, List.of(second, neighbour));

        awaitRejected(second, Reason.DUPLICATE_PURCHASE);
        assertThat(STOCK.available(sale)).isEqualTo(3);
        assertThat(activeSlots()).isEqualTo(Map.of(first.orderId(), 1, neighbour.orderId(), 1));
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    /** Of a batch that comes again, some orders may have ended, and their releases may not have arrived yet. */
    @Test
    void shouldLeaveOrdersAloneThatComeAgainWhateverBecameOfThem() {
        STOCK.stock(sale, 5);
        StockReserved cancelled = reservation();
        StockReserved rejected = reservation(newId(), sale, cancelled.userId());
        List<StockReserved> all = List.of(cancelled, reservation(), rejected);
        placement.place(sale, 0, all);
        assertStatus(cancel(cancelled.orderId(), cancelled.userId()), 200);
        Map<Long, String> statuses = statuses(ids(all));
        assertThat(statuses.values()).containsExactlyInAnyOrder("CLOSED", "AWAITING_PAYMENT", "REJECTED");

        for (int repetition = 0; repetition < 2; repetition++) {
            placement.place(sale, 0, all.reversed());
            placement.place(sale, 0, all);
            awaitOutboxEmpty();
        }

        assertThat(statuses(ids(all))).isEqualTo(statuses);
        assertThat(STOCK.available(sale)).isEqualTo(4);
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    /** A consumer that a rebalance has taken the partition from may still have the batch in hand. */
    @Test
    void shouldPlaceABatchOnceThatTheNextOwnerOfThePartitionTakesMeanwhile() {
        STOCK.stock(sale, 40);
        STOCK.limit(sale, 2);
        List<StockReserved> ofOne = ordersOf(83, 3);
        List<StockReserved> all = new ArrayList<>(reservations(30));
        all.addAll(ofOne.subList(1, 3));
        placement.place(sale, 0, ofOne.subList(0, 1));
        double collisionsBefore = collisions();
        STOCK.afterNextDeduction(
                () -> // the first inserts, and has to look
                STOCK.afterNextDeduction(() -> placement.place(sale, 0, all))); // the second waits in vain for the lock

        placement.place(sale, 0, all);

        assertThat(collisions()).isGreaterThanOrEqualTo(collisionsBefore + 3);
        awaitRejected(ofOne.getLast(), Reason.DUPLICATE_PURCHASE);
        assertThat(STOCK.available(sale)).isEqualTo(8);
        assertThat(activeSlots())
                .hasSize(32)
                .containsEntry(ofOne.get(0).orderId(), 1)
                .containsEntry(ofOne.get(1).orderId(), 2);
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
        awaitStatus(neighbour.orderId(), "AWAITING_PAYMENT");
        awaitRejected(orders.get(3), Reason.DUPLICATE_PURCHASE);

        assertThat(releases(ids(orders))).hasSize(1);
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
        placement.place(sale, 0, orders.subList(0, 3));
        long cancelled = orders.get(1).orderId();
        assertStatus(cancel(cancelled, 82), 200);

        placement.place(sale, 0, orders.subList(3, 5));

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

        awaitRejected(lost, Reason.UNKNOWN_SALE);
    }

    @Test
    void shouldRejectWithoutReleasingAnOrderThatTheLedgerSaysWasGivenBack() {
        STOCK.stock(sale, 1);
        StockReserved order = reservation();
        placement.place(sale, 0, List.of(order));
        STOCK.release(new OrderReleased(order.orderId(), sale, order.userId(), Reason.CANCELLED));
        update("DELETE FROM orders WHERE id = ?", order.orderId());

        placement.place(sale, 0, List.of(order));
        awaitOutboxEmpty();

        assertThat(statusOf(order.orderId())).isEqualTo("REJECTED");
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
            awaitRetries(2);
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
        STOCK.afterNextDeduction(() -> update("RENAME TABLE orders TO orders_away"));

        deliver(all);
        await().until(() -> STOCK.available(sale) < 200);
        awaitRetries(1);
        update("RENAME TABLE orders_away TO orders");

        awaitStatus(ids(all), "AWAITING_PAYMENT");
        assertThat(STOCK.available(sale)).isZero();
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    @Test
    void shouldFinishTheBatchInHandBeforeItHasStopped() throws Exception {
        List<StockReserved> all = reservations(50);
        STOCK.stock(sale, 50);
        CountDownLatch inHand = new CountDownLatch(1);
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CountDownLatch stopped = new CountDownLatch(1);
        STOCK.afterNextDeduction(() -> {
            inHand.countDown();
            goOn.orTimeout(4, TimeUnit.MINUTES).join();
        });
        send(all.getFirst());
        kafka.flush();
        assertThat(inHand.await(2, TimeUnit.MINUTES)).isTrue();

        listeners.stop(stopped::countDown);
        try {
            assertThat(stopped.await(500, TimeUnit.MILLISECONDS))
                    .as("stopped with a batch in hand")
                    .isFalse();
            goOn.complete(null);
            assertThat(stopped.await(2, TimeUnit.MINUTES)).isTrue();
            assertThat(statuses(ids(all))).containsOnlyKeys(all.getFirst().orderId());
        } finally {
            listeners.start();
        }

        deliver(all.subList(1, 50));
        awaitStatus(ids(all), "AWAITING_PAYMENT"); // the consumers have restarted by themselves
    }

    /** Somebody's open transaction holds the stock row of one sale. The others are in its partition or in any other. */
    @Test
    void shouldPlaceOtherSalesWhileOneCannotBePlacedAndKeepItsSequence() throws Exception {
        int partition = 5;
        STOCK.stock(sale, 1);
        STOCK.lock(sale);
        StockReserved first = reservation();
        StockReserved second = reservation();
        String poison = "poison behind sale " + sale;
        long offset = sendTo(partition, bytes(first));
        sendTo(partition, poison.getBytes(StandardCharsets.UTF_8));
        awaitRetries(2);

        List<StockReserved> others = new ArrayList<>();
        for (int each = 0; each < 16; each++) {
            StockReserved other = reservation(newId(), newSale(1), newId());
            sendTo(each, bytes(other));
            others.add(other);
        }
        sendTo(partition, bytes(second));
        awaitStatus(ids(others), "AWAITING_PAYMENT");

        assertThat(statuses(ids(List.of(first, second)))).isEmpty();
        assertThat(acknowledged(partition)).as("nothing that is not placed").isLessThanOrEqualTo(offset);
        STOCK.unlock(sale);
        awaitStatus(first.orderId(), "AWAITING_PAYMENT");
        awaitStatus(second.orderId(), "REJECTED"); // it came second, and there is one unit
        await().until(() -> acknowledged(partition) > offset + 2);
        assertThat(deadLetters())
                .extracting(Letter::message)
                .as("set aside once, though it was delivered many times")
                .containsOnlyOnce(poison);
    }

    /** Returns the offset. */
    private long sendTo(int partition, byte[] message) {
        return kafka.send(StockReserved.TOPIC, partition, "any", message)
                .join()
                .getRecordMetadata()
                .offset();
    }

    private static long acknowledged(int partition) throws Exception {
        Map<String, Object> kafka = Map.of("bootstrap.servers", STACK.kafka().bootstrapServers());
        try (Admin admin = Admin.create(kafka)) {
            OffsetAndMetadata committed = admin.listConsumerGroupOffsets(StockReserved.PLACEMENT_GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(StockReserved.TOPIC, partition));
            return committed == null ? 0 : committed.offset();
        }
    }

    @Test
    void shouldPlaceAGroupLikeItsMembers() {
        List<StockReserved> all = reservations(2 * Placement.BATCH + 100); // more than one call deducts
        STOCK.stock(sale, all.size() - 100);
        List<Long> placed = ids(all.subList(0, all.size() - 100));
        List<Long> rejected = ids(all.subList(all.size() - 100, all.size()));
        send(sale, bytes(all));
        send(sale, bytes(all.subList(0, 10))); // a repetition
        awaitStatus(placed, "AWAITING_PAYMENT");
        awaitStatus(rejected, "REJECTED");
        assertThat(STOCK.available(sale)).isZero();
        assertThat(finalReleases(ids(all)))
                .containsOnlyKeys(rejected)
                .allSatisfy((order, reasons) -> assertThat(reasons).containsExactly(Reason.INSUFFICIENT_STOCK));
    }

    /** The shopper's order stays QUEUED; when order-service is upgraded, the dead letter is sent again. */
    @Test
    void shouldPutAsideAReservationOfWhichTheLedgerSaysWhatOnlyALaterVersionUnderstands() {
        STOCK.stock(sale, 20);
        List<StockReserved> all = reservations(20);
        StockReserved odd = all.get(7);
        STOCK.answerAsALaterVersion(odd.orderId());
        send(sale, bytes(all));
        awaitStatus(ids(all.stream().filter(one -> one != odd).toList()), "AWAITING_PAYMENT");
        Letter letter = await().until(
                        () -> deadLetters().stream()
                                .filter(one -> one.message().contains(Long.toString(odd.orderId())))
                                .toList(),
                        letters -> !letters.isEmpty())
                .getFirst();
        assertThat(letter.reason()).contains("not known to this version");
        assertThat(json.readValue(letter.message(), StockReservedGroup.class).reservations())
                .as("the letter has this one only")
                .extracting(StockReserved::orderId)
                .containsExactly(odd.orderId());
        assertThat(statuses(List.of(odd.orderId()))).isEmpty();

        STOCK.answerAsThisVersion(odd.orderId());
        send(sale, letter.message().getBytes(StandardCharsets.UTF_8));
        awaitStatus(odd.orderId(), "AWAITING_PAYMENT");
        assertThat(STOCK.available(sale)).isZero();
    }

    @Test
    void shouldPlaceAnOrderAtItsPriceAlthoughAMessagePretendsToBeIt() {
        STOCK.stock(sale, 20);
        StockReserved honest = reservation();
        StockReserved forged = reservation(honest.orderId(), sale, honest.userId(), 1, "test-correlation");
        STOCK.behave(Behaviour.ANSWER_LOST);
        assertThatThrownBy(() -> placement.place(sale, 0, List.of(honest)))
                .isInstanceOf(RestClientResponseException.class);
        STOCK.behave(Behaviour.NORMAL);

        assertThat(placement.place(sale, 0, List.of(forged, honest))).containsExactly(forged);

        assertThat(number("SELECT price_cents FROM orders WHERE id = ?", honest.orderId()))
                .isEqualTo(StubStockService.PRICE_CENTS);
        assertThat(STOCK.available(sale)).isEqualTo(19);
    }

    @Test
    void shouldPutAsideAReservationUnderTheIdOfAnotherOrderAndNotForgetIt() {
        STOCK.stock(sale, 20);
        StockReserved first = reservation();
        StockReserved inTheSameBatch = reservation(first.orderId(), sale, newId());
        StockReserved later = reservation(first.orderId(), sale, newId());
        StockReserved innocent = reservation();

        deliver(List.of(first, inTheSameBatch));
        awaitStatus(first.orderId(), "AWAITING_PAYMENT");
        deliver(List.of(later, innocent));
        awaitStatus(innocent.orderId(), "AWAITING_PAYMENT");

        Set<Long> putAside = new HashSet<>();
        await().until(() -> {
            deadLetters().stream()
                    .map(Letter::message)
                    .filter(text -> text.contains(Long.toString(first.orderId())))
                    .flatMap(text -> json.readValue(text, StockReservedGroup.class).orders().stream())
                    .map(StockReservedGroup.Line::userId)
                    .forEach(putAside::add);
            return putAside.size() >= 2;
        });
        assertThat(putAside).containsExactlyInAnyOrder(inTheSameBatch.userId(), later.userId());
        assertThat(number("SELECT user_id FROM orders WHERE id = ?", first.orderId()))
                .isEqualTo(first.userId());
        assertThat(STOCK.holding(sale)).containsExactlyInAnyOrder(first.orderId(), innocent.orderId());
    }

    private static List<Letter> deadLetters() {
        return WrittenDeadLetters.in(
                StockReserved.DEAD_LETTER_TOPIC, STACK.kafka().bootstrapServers());
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
        double collisionsBefore = collisions();

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
            for (int i = 0, failures = 0; i < 2_000 && failures < 20; i++) {
                failures += loseLock() ? 0 : 1;
            }
            return true;
        });
        STOCK.afterNextDeduction(
                () -> { // the first consumer finds the others' orders on inserting
                    await().until(this::loseLock);
                    await().until(() -> !statuses(ids(all)).isEmpty());
                });
        Together.run(consumers);

        Map<Long, String> statuses = statuses(ids(all));
        assertThat(statuses).hasSize(all.size());
        assertThat(statuses.values()).filteredOn("AWAITING_PAYMENT"::equals).hasSize(150 * limit);
        assertThat(statuses.values()).filteredOn("REJECTED"::equals).hasSize(150);
        assertLedgerHoldsExactlyTheActiveOrders();
        assertThat(STOCK.available(sale)).isEqualTo(400 - 150 * limit);
        assertThat(collisions())
                .as("without a collision this test shows nothing")
                .isGreaterThan(collisionsBefore);
    }

    /** Deletes the lock; returns false if Redis does not answer in time. */
    private boolean loseLock() {
        try {
            redis.getKeys().delete("placement:" + sale);
            return true;
        } catch (RedisException slow) {
            return false;
        }
    }

    /** Repeats until it succeeds, as the listener's container does. */
    private void placeStubbornly(List<StockReserved> batch) {
        await().ignoreExceptions().until(() -> {
            placement.place(sale, 0, batch);
            return true;
        });
    }

    /** An order of the shopper with this ticket. */
    private StockReserved byTicket(long shopper, long number) {
        StockReserved without = reservation(newId(), sale, shopper);
        return new StockReserved(
                without.orderId(), sale, shopper, without.terms(), without.reservedAt(), "test-correlation", number);
    }

    /** Redis prevents this unless it forgets which numbers it gave. */
    @Test
    void shouldSellOnceForATicketThatTwoShoppersOfAGroupHave() {
        STOCK.stock(sale, 5);
        StockReserved first = byTicket(78, 17);
        StockReserved second = byTicket(79, 17);
        StockReserved neighbour = byTicket(80, 18);
        placement.place(sale, 0, List.of(first, second, neighbour));
        assertThat(statuses(ids(List.of(first, second, neighbour))))
                .containsEntry(first.orderId(), "AWAITING_PAYMENT")
                .containsEntry(second.orderId(), "REJECTED")
                .containsEntry(neighbour.orderId(), "AWAITING_PAYMENT");
        awaitRejected(second, Reason.TICKET_USED);
        assertThat(STOCK.available(sale)).isEqualTo(3);
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    /** Redis prevents this unless it forgets which tickets were used. */
    @Test
    void shouldSellOnceForATicketAlsoAfterItsOrderWasCancelled() {
        STOCK.stock(sale, 5);
        StockReserved first = byTicket(78, 17);
        StockReserved neighbour = byTicket(79, 18);
        deliver(List.of(first, neighbour));
        awaitStatus(ids(List.of(first, neighbour)), "AWAITING_PAYMENT");
        assertStatus(cancel(first.orderId(), 78), 200);
        awaitOutboxEmpty();

        StockReserved second = byTicket(78, 17);
        deliver(List.of(second));

        awaitRejected(second, Reason.TICKET_USED);
        String used = "SELECT entry_number FROM orders WHERE sale_id = ? AND entry_number IS NOT NULL ORDER BY 1";
        assertThat(numbers(used, sale)).containsExactly(17L, 18L);
        assertLedgerHoldsExactlyTheActiveOrders();
    }

    /** A restore may lose the release of a rejected order, and has its message come again. */
    @Test
    void shouldGiveBackTheUnitOfARejectedOrderWhoseReleaseWasLost() {
        STOCK.stock(sale, 5);
        StockReserved active = reservation();
        StockReserved rejected = reservation(newId(), sale, active.userId());
        StockReserved ended = reservation();
        placement.place(sale, 0, List.of(active, rejected, ended));
        assertStatus(cancel(ended.orderId(), ended.userId()), 200);
        awaitOutboxEmpty();
        STOCK.forget(rejected.orderId());

        placement.place(sale, 0, List.of(rejected, ended));

        awaitOutboxEmpty();
        assertThat(STOCK.available(sale)).isEqualTo(4);
        assertLedgerHoldsExactlyTheActiveOrders();
    }
}
