package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills processes at the worst moments. Tests hold a moment open: they pause a server or lock a table. */
class CrashIT {

    private static final int MAX_ATTEMPTS = 15;

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final SystemRecords records = system.records;

    @Test
    void shouldForgetNobodyWhenStockServiceDiesBetweenRedisAndKafka() throws Exception {
        long sale = shop.openSale(50);
        List<User> users = shop.crowd(41);
        shop.buyAndAwaitPlacement(sale, users.getLast());
        system.stack.kafka().pause(); // A gate cannot be opened while Kafka is paused, so one shopper buys first.
        CompletableFuture<List<Answer>> crowd;
        try {
            crowd = Shop.inBackground(() -> shop.stampedeThroughFaults(sale, users.subList(0, 40), 40));
            await().until(() -> records.holders(sale) > 1);
            system.stockService().kill();
        } finally {
            system.stack.kafka().resume();
        }
        List<String> accepted = Shop.accepted(crowd.get());
        system.stockService().start();
        // Shoppers who were admitted but got no answer also get their order: Redis took the unit for them.
        await().until(() -> records.outboxLength() == 0);
        system.queue.awaitPlaced();
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isGreaterThan(1);
    }

    /** Redis is paused: the first two requests wait in it, the others form groups. Redis decides after it resumes. */
    @Tag("weekly")
    @Test
    void shouldLeaveEachOfAGroupUndecidedAndNoneTwiceWhenStockServiceDiesWithIt() throws Exception {
        boolean died = false;
        for (int i = 0; i < MAX_ATTEMPTS && !died; i++) {
            died = stockServiceDiesWithAGroup();
        }
        assertThat(died).as("several died with it").isTrue();
    }

    /** False if the requests formed no group: on a slow machine the first calls end before the last ones arrive. */
    private boolean stockServiceDiesWithAGroup() throws Exception {
        long sale = shop.openSale(100);
        List<User> users = shop.crowd(60);
        for (int i = 0; i < 20; i++) { // keeps the gateway's breaker closed in spite of the previous test's crash
            assertThat(shop.sale(sale).status()).isEqualTo(200);
        }
        double callsBefore = admissionGroups("count");
        double requestsBefore = admissionGroups("sum");
        system.stack.redis().pause();
        CompletableFuture<List<Answer>> crowd = Shop.inBackground(() -> shop.singleClicks(sale, users, users.size()));
        try {
            await().pollInterval(Duration.ofMillis(20))
                    .until(() -> admissionGroups("sum") >= requestsBefore + users.size() || crowd.isDone());
            system.stockService().kill();
        } finally {
            system.stack.redis().resume();
        }
        double calls = admissionGroups("count") - callsBefore;
        List<Answer> answers = crowd.get();
        system.stockService().start(); // also for the following tests, if an assertion fails
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isIn(503, 504);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        });
        List<String> orders = Shop.each(users, 16, user -> shop.buy(sale, user));
        assertThat(orders).doesNotContain("").doesNotHaveDuplicates();
        records.requireInvariants(sale, orders);
        assertThat(records.active(sale)).isEqualTo(users.size());
        long undecided = answers.stream()
                .filter(answer -> answer.problem().equals("gateway-timeout"))
                .count();
        return undecided > 1 && calls < users.size() / 2.0;
    }

    /** The gateway's calls to stock-service: {@code count} is the calls, {@code sum} the requests in them. */
    private double admissionGroups(String what) throws IOException, InterruptedException {
        return ServiceMeters.sum(
                system.services.service(ServiceName.GATEWAY),
                sample -> sample.startsWith("flashsale_gateway_admission_group_size_" + what)
                        && sample.contains("service=\"stock-service\""));
    }

    @Test
    @Tag("long")
    void shouldForgetNobodyWhenTheRelayDiesInTheMiddleOfABatch() throws Exception {
        long sale = shop.openSale(1_201);
        List<User> users = shop.crowd(1_201);
        List<String> accepted;
        shop.buyAndAwaitPlacement(sale, users.getLast());
        system.stack.kafka().pause(); // A gate cannot be opened while Kafka is paused, so one shopper buys first.
        try {
            List<Answer> answers = shop.stampede(sale, users.subList(0, 1_200), 64);
            accepted = Shop.orders(answers);
            assertThat(accepted)
                    .as("reservations go on while Kafka is silent: %s", Shop.summary(answers))
                    .hasSize(1_200);
            assertThat(records.outboxLength()).isGreaterThan(500);
        } finally {
            system.stack.kafka().resume();
        }
        await().pollInterval(Duration.ofMillis(10))
                .until(() -> records.orderIds(sale).size() > 1);
        system.stockService().kill();
        system.stockService().start();
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isEqualTo(1_201);
    }

    @Tag("long")
    @Test
    void shouldPlaceOnceWhenPlacementDiesAfterTheDeductAndBeforeTheInsert() throws Exception {
        long sale = shop.openSale(30);
        List<User> users = shop.crowd(20);
        List<String> accepted;
        try (Connection _ = records.lock("flashsale_order", "orders READ")) {
            accepted = Shop.orders(shop.stampede(sale, users, 20));
            await().until(() -> records.deductions(sale) > 0);
            assertThat(records.orderIds(sale)).isEmpty();
            system.orderService().kill();
        }
        system.orderService().start();
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isEqualTo(20);
        assertThat(records.deductions(sale)).isEqualTo(20);
    }

    @Test
    @Tag("weekly")
    void shouldPlaceOnceWhenPlacementDiesAfterTheCommitAndBeforeTheAcknowledgement() throws Exception {
        long sale = shop.openSale(30);
        List<User> users = shop.crowd(20);
        List<String> accepted;
        try {
            try (Connection _ = records.lock("flashsale_order", "orders READ")) {
                accepted = Shop.orders(shop.stampede(sale, users, 20));
                await().until(() -> records.deductions(sale) > 0);
                system.stack.kafka().pause(); // from here on no offset can be committed
            }
            await().until(() -> !records.orderIds(sale).isEmpty());
            system.orderService().kill();
        } finally {
            system.stack.kafka().resume();
        }
        system.orderService().start();
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isEqualTo(20);
    }

    @Tag("long")
    @Test
    void shouldChangeNothingWhenEveryMessageIsDeliveredTwice() {
        long sale = shop.openSale(50);
        List<User> users = shop.crowd(40);
        List<Answer> answers = shop.stampede(sale, users, 20);
        List<String> accepted = Shop.orders(answers);
        records.requireInvariants(sale, accepted);
        for (int i = 0; i < 10; i++) {
            assertThat(shop.cancel(answers.get(i).orderId(), users.get(i)).status())
                    .isEqualTo(200);
        }
        records.requireInvariants(sale, accepted);

        system.queue.sendAgain(StockReserved.TOPIC, Long.toString(sale));
        system.queue.awaitPlaced();
        records.requireInvariants(sale, accepted);
        assertThat(records.orders(sale, "AWAITING_PAYMENT")).isEqualTo(30);
        assertThat(records.orders(sale, "CLOSED")).isEqualTo(10);
        assertThat(records.available(sale)).isEqualTo(20);
    }

    @Test
    @Tag("weekly")
    void shouldPlaceOnceWhileConsumersComeAndDie() throws Exception {
        long sale = shop.openSale(5_000);
        long other = shop.openSale(5_000);
        List<User> users = shop.crowd(1_000);
        List<String> accepted = new ArrayList<>();
        List<String> acceptedInOther = new ArrayList<>();
        JavaService second = system.services.addInstance(ServiceName.ORDER, Map.of());
        CompletableFuture<Void> starting = CompletableFuture.runAsync(second::start);
        boolean killed = false;
        for (User user : users) { // one after the other, so that the sale goes on during both rebalances
            accepted.add(shop.buy(sale, user));
            acceptedInOther.add(shop.buy(other, user));
            if (starting.isDone() && !killed && accepted.size() % 50 == 0) {
                starting.get();
                second.kill();
                killed = true;
            }
        }
        starting.get();
        if (!killed) {
            second.kill();
        }
        records.requireInvariants(sale, accepted);
        records.requireInvariants(other, acceptedInOther);
        assertThat(records.active(sale)).isEqualTo(1_000);
        assertThat(records.active(other)).isEqualTo(1_000);
    }

    @Tag("weekly")
    @Test
    void shouldStayExactWhenTheLockIsTakenFromItsHolder() throws Exception {
        long sale = shop.openSale(300);
        List<User> users = shop.crowd(600);
        CompletableFuture<List<Answer>> crowd;
        try (Connection _ = records.lock("flashsale_order", "orders READ")) { // so that somebody holds the lock
            crowd = Shop.inBackground(() -> shop.stampede(sale, users, 64));
            await().until(() -> takeTheLock(sale));
        }
        while (!crowd.isDone()) {
            takeTheLock(sale);
        }
        List<String> accepted = Shop.orders(crowd.get());
        assertThat(accepted).hasSize(300);
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isEqualTo(300);
    }

    /** False if no consumer holds the lock. */
    private boolean takeTheLock(long sale) {
        return records.redis().getKeys().delete("placement:" + sale) > 0;
    }
}
