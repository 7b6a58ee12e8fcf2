package io.flashsale.system.fault;

import static io.flashsale.system.fault.ServedOnce.requireServedOnce;
import static io.flashsale.system.harness.Shop.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import io.flashsale.system.harness.TicketSale;
import io.flashsale.system.harness.TicketSale.Entered;
import io.flashsale.system.harness.WaitingCrowd;
import io.flashsale.system.harness.WaitingCrowd.Served;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers go down in the middle of a sale and come back. */
class OutageIT {

    private static final Duration LONG_OUTAGE = Duration.ofSeconds(45);

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final SystemRecords records = system.records;

    @Tag("long")
    @Test
    void shouldSellOnWhileKafkaIsAwayAndPlaceAllWhenItIsBack() {
        sellThroughAnOutageOf(system.stack.kafka(), Duration.ZERO);
    }

    @Tag("weekly")
    @Test
    void shouldSellOnWhileMySqlIsAwayAndPlaceAllWhenItIsBack() {
        sellThroughAnOutageOf(system.stack.database(), Duration.ZERO);
    }

    @Test
    @Tag("weekly")
    void shouldPlaceAllAfterALongOutageOfKafka() {
        sellThroughAnOutageOf(system.stack.kafka(), LONG_OUTAGE);
    }

    @Test
    @Tag("weekly")
    void shouldPlaceAllAfterALongOutageOfMySql() {
        sellThroughAnOutageOf(system.stack.database(), LONG_OUTAGE);
    }

    /** Stops the server while three quarters of the crowd click, and restarts it afterwards. */
    private void sellThroughAnOutageOf(ManagedProcess server, Duration atLeast) {
        long sale = shop.openSale(300);
        List<User> users = shop.crowd(400);
        List<Answer> answers = new ArrayList<>(shop.stampede(sale, users.subList(0, 100), 16));
        server.stop();
        Instant back = Instant.now().plus(atLeast);
        try {
            for (int wave = 100; wave < 400; wave += 50) {
                answers.addAll(shop.stampede(sale, users.subList(wave, wave + 50), 16));
            }
            await().atMost(atLeast.plus(SOON)).until(() -> Instant.now().isAfter(back));
        } finally {
            server.start();
        }
        List<String> orders = Shop.orders(answers);
        assertThat(orders).as("everybody was answered during the outage").hasSize(300);
        assertThat(answers)
                .filteredOn(answer -> answer.orderId().isEmpty())
                .hasSize(100)
                .allMatch(answer -> answer.problem().equals("sold-out"));
        records.requireInvariants(sale, orders);
        assertThat(records.active(sale)).isEqualTo(300);
    }

    @Tag("long")
    @Test
    void shouldRefuseAtOnceWhileRedisIsAwayAndSellOnWhenItIsBack() {
        long sale = shop.openSale(100);
        List<User> users = shop.crowd(60);
        List<String> orders = Shop.orders(shop.stampede(sale, users.subList(0, 20), 10));
        assertThat(orders).hasSize(20);
        records.requireInvariants(sale, orders);

        system.stack.redis().stop();
        try {
            // On a slow machine the gateway may have timed out; a shopper who asks again gets stock-service's
            // answer. "At once" means while Redis is away: stock-service must not hold a shopper until it is back.
            assertThat(Shop.each(
                            users.subList(20, 60),
                            40,
                            user -> Shop.untilItsServiceAnswers(() -> shop.reserveOnce(sale, user))))
                    .allSatisfy(refused -> {
                        assertThat(refused.status()).isEqualTo(503);
                        assertThat(refused.problem()).isEqualTo("sale-warming-up");
                        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                    });
            assertThat(shop.sale(sale).status()).as("browsing goes on").isEqualTo(200);
            requireJourneysToSayWhatCannotBeRead(orders.getFirst(), users.getFirst());
        } finally {
            system.stack.redis().start();
        }
        List<String> after = Shop.orders(shop.stampede(sale, users, 20));
        assertThat(after).hasSize(60).containsAll(orders);
        records.requireInvariants(sale, after);
        assertThat(records.active(sale)).isEqualTo(60);
    }

    /** The journey must name what cannot be read, rather than say that nothing is known. */
    private void requireJourneysToSayWhatCannotBeRead(String orderId, User user) {
        await().until(
                        () -> shop.getOnce("/api/clicks/" + "0".repeat(32) + "/journey", user)
                                .problem(),
                        "service-unavailable"::equals);
        await().untilAsserted(
                        () -> { // a slow machine may miss the rows of stock-service, too
                            Answer order = shop.get("/api/orders/" + orderId + "/journey", user);
                            assertThat(order.status()).as(order.text()).isEqualTo(200);
                            assertThat(order.body().path("rows"))
                                    .as(order.text())
                                    .isNotEmpty();
                            if (order.body().has("traceId")) { // the shop follows only some clicks of a crowd
                                assertThat(order.body().path("missing").toString())
                                        .isEqualTo("[\"stops\"]");
                            }
                        });
    }

    /**
     * More connections than the 2,500 that the gateway accepts: some requests wait in its memory, the others in the
     * kernel.
     */
    @Test
    @Tag("weekly")
    void shouldOutliveACrowdThatWaitsForAServiceThatHangsWithMoreConnectionsThanThereAre() {
        int users = 3_500;
        long sale = shop.openSale(100);
        List<User> crowd = shop.crowd(users);
        system.stockService().pause();
        try {
            // With so many connections the client itself may time out on some.
            assertThat(shop.stampedeThroughFaults(sale, crowd, users))
                    .isNotEmpty()
                    .extracting(Answer::status)
                    .containsOnly(503, 504);
            assertThat(shop.get("/api/orders", crowd.getFirst()).status())
                    .as("what needs no stock-service goes on")
                    .isEqualTo(200);
        } finally {
            system.stockService().resume();
        }
        // The gateway may have timed out on shoppers who were served; no other answer names their orders.
        List<String> orders = Shop.orders(shop.stampede(sale, crowd.subList(0, 200), 16));
        records.requireInvariants(sale, orders);
        assertThat(records.active(sale)).isEqualTo(100);
    }

    @Tag("weekly")
    @Test
    void shouldForgetNobodyWhenRedisIsWipedInTheMiddleOfASale() throws Exception {
        long sale = shop.openSale(400);
        List<User> users = shop.crowd(800);
        CompletableFuture<List<Answer>> crowd = Shop.inBackground(() -> shop.singleClicks(sale, users, 8));
        await().pollInterval(Duration.ofMillis(5)).until(() -> records.deductions(sale) > 50);
        records.wipeRedis();
        List<String> accepted = new ArrayList<>(Shop.accepted(crowd.get()));
        assertThat(accepted).as("accepted before the wipe").isNotEmpty();

        // All shoppers try again: accepted shoppers are told so, and the others buy the remaining units.
        List<Answer> again = shop.stampede(sale, users, 32);
        assertThat(again).noneMatch(Shop::isToAskAgain);
        accepted.addAll(Shop.accepted(again));
        system.queue.awaitPlaced();
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isEqualTo(400);
        assertThat(records.available(sale)).isZero();
    }

    @Test
    @Tag("long")
    void shouldForgetNobodyWhenRedisIsWipedWhileKafkaIsAway() {
        long sale = shop.openSale(100);
        List<User> users = shop.crowd(150);
        // A gate cannot be opened while Kafka is stopped, so ten shoppers buy first.
        List<Answer> answers = new ArrayList<>(shop.stampede(sale, users.subList(0, 10), 10));
        system.stack.kafka().stop();
        try {
            answers.addAll(shop.stampede(sale, users.subList(10, 60), 16));
            assertThat(Shop.orders(answers))
                    .as("accepted, most while Kafka is away")
                    .hasSize(60);
            records.wipeRedis();
        } finally {
            system.stack.kafka().start();
        }
        answers.addAll(shop.stampede(sale, users.subList(60, 150), 16));
        List<String> orders = Shop.orders(answers);
        assertThat(orders).as("none was offered twice").hasSize(100);
        records.requireInvariants(sale, orders);
        assertThat(records.active(sale)).isEqualTo(100);
    }

    /** Kills Redis while a queue is being served, and restarts it with the data on its disk. */
    @Test
    @Tag("weekly")
    void shouldKeepNumbersAndServeNobodyTwiceWhenRedisIsKilledWithTwoThousandWaiting() {
        int units = 400;
        int served = 100;
        TicketSale room = TicketSale.of(shop, "QUEUE", units, 100, Instant.now().plusSeconds(3_600));
        List<Entered> line = room.enter(shop.crowd(2_000 + units), 32);
        room.open();
        List<Served> all;
        try (WaitingCrowd crowd = new WaitingCrowd(room, line, units)) {
            crowd.awaitBought(served);
            system.stack.redis().kill();
            system.stack.redis().start();
            all = crowd.awaitEnd();
        }
        requireServedOnce(system, room, all, units);

        assertThat(line).extracting(Entered::number).doesNotHaveDuplicates();
        Shop.each(line, 32, who -> {
            Answer found = room.find(who.user());
            assertThat(found.body().path("number").asLong()).as(found.text()).isEqualTo(who.number());
            return found;
        });
        assertThat(room.enter(shop.user()).number())
                .as("a number that nobody has")
                .isGreaterThan(line.size());
    }

    @Tag("long")
    @Test
    void shouldPutAPoisonMessageAsideWithItsReasonAndGoOn() {
        long sale = shop.openSale(5);
        User user = shop.user();
        String poison = "this is no reservation " + Instant.now();
        system.queue.send(StockReserved.TOPIC, Long.toString(sale), poison.getBytes(StandardCharsets.UTF_8));
        String orderId = shop.buy(sale, user);
        records.requireInvariants(sale, List.of(orderId)); // same key, same partition: it got past the invalid message
        await().untilAsserted(() -> assertThat(system.queue.read(StockReserved.DEAD_LETTER_TOPIC))
                .filteredOn(letter -> new String(letter.value(), StandardCharsets.UTF_8).equals(poison))
                .singleElement()
                .satisfies(letter -> assertThat(letter.headers().toArray()).isNotEmpty()));
    }

    /** MySQL loses the price at which the unit was accepted, before order-service takes the message. */
    @Tag("long")
    @Test
    void shouldKeepTheUnitOfADeadLetterForItsShopperUntilAnAdministratorRejectsIt() {
        long sale = shop.openSale(1);
        User first = shop.user();
        User second = shop.user();
        String orderId;
        system.orderService().pause();
        try {
            orderId = shop.buy(sale, first);
            assertThat(shop.amend(sale, "{\"priceCents\": 2500}").status()).isEqualTo(200);
            records.sql()
                    .sql("DELETE FROM flashsale_stock.sale_price WHERE sale_id = " + sale)
                    .update();
        } finally {
            system.orderService().resume();
        }
        await().until(() -> shop.order(orderId, first).body().has("underReviewSince"));

        Answer shown = shop.order(orderId, first);
        assertThat(shown.body().path("status").asString()).as(shown.text()).isEqualTo("QUEUED");
        assertThat(shop.requireAudit(sale, "")
                        .path("sale")
                        .path("orders")
                        .path("UNDER_REVIEW")
                        .asInt())
                .isEqualTo(1);
        assertThat(shop.reserve(sale, second).problem()).isEqualTo("sold-out");

        ConsumerRecord<String, byte[]> letter = await().until(
                        () -> system.queue.read(StockReserved.DEAD_LETTER_TOPIC).stream()
                                .filter(one -> new String(one.value(), StandardCharsets.UTF_8).contains(orderId))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        Answer rejected = shop.post(
                "/api/admin/dead-letters/%s/%d/%d/reject"
                        .formatted(letter.topic(), letter.partition(), letter.offset()),
                shop.admin());
        assertThat(rejected.status()).as(rejected.text()).isEqualTo(200);
        shop.awaitOrder(orderId, first, "REJECTED");
        await().until(
                        () -> shop.reserve(sale, second),
                        answer -> !answer.orderId().isEmpty());
        system.queue.awaitPlaced();
        shop.requireAudit(sale, "");
        assertThat(records.active(sale)).isEqualTo(1);
    }
}
