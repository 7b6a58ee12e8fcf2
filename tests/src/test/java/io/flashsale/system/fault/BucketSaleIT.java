package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sale with its stock in eight buckets: under a stampede, and while processes die. */
class BucketSaleIT {

    private static final int BUCKETS = 8;

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final SystemRecords records = system.records;

    @Test
    @Tag("weekly")
    void shouldSellExactlyFiveHundredToTwoThousandAtOnce() {
        long sale = shop.openSale(500, BUCKETS);
        List<User> users = shop.crowd(2_000);
        List<Answer> answers = shop.stampede(sale, users, 64);
        Set<String> orders = new HashSet<>(Shop.orders(answers));
        askUntilSoldOut(sale, 500, users, orders);
        assertThat(orders).as(Shop.summary(answers).toString()).hasSize(500);
        records.requireInvariants(sale, orders);
        assertThat(records.orderIds(sale)).hasSize(500);
        assertThat(records.available(sale)).isZero();
        assertThat(shop.sale(sale).body().path("state").asString()).isEqualTo("SOLD_OUT");
        requireWinnersToHearSo(sale, users, answers);
    }

    /**
     * Asks again until all units, and then no more, are sold. When the last clicks were refused, a unit may have been
     * in flight between buckets; if that takes long, the shop believes it lost.
     */
    private void askUntilSoldOut(long sale, int units, List<User> users, Set<String> orders) {
        await().until(() -> !orders.addAll(Shop.orders(shop.stampede(sale, users, 64))) && orders.size() >= units);
    }

    /** A winner who clicks again is told that they have bought, even when the gateway answers "sold out" by itself. */
    private void requireWinnersToHearSo(long sale, List<User> users, List<Answer> answers) {
        for (int i = 0; i < answers.size(); i += 40) {
            if (!answers.get(i).orderId().isEmpty()) {
                Answer again = shop.reserve(sale, users.get(i));
                assertThat(again.problem()).isEqualTo("already-purchased");
                assertThat(again.orderId()).isEqualTo(answers.get(i).orderId());
            }
        }
    }

    /** A unit that comes back can be bought, in any bucket, and the gateway's sold-out mark is gone. */
    @Tag("long")
    @Test
    void shouldSellWhatWasCancelledToWhoeverAsksNext() {
        long sale = shop.openSale(3, BUCKETS);
        List<User> users = shop.crowd(20);
        Set<String> orders = new HashSet<>();
        askUntilSoldOut(sale, 3, users, orders);
        assertThat(orders).hasSize(3);
        records.requireInvariants(sale, orders);
        Map<String, String> winners = records.shoppersOfOrders(sale);
        List<User> losers = users.stream()
                .filter(user -> !winners.containsValue(user.name()))
                .toList();
        String cancelled = orders.iterator().next();
        User winner = users.stream()
                .filter(user -> user.name().equals(winners.get(cancelled)))
                .findFirst()
                .orElseThrow();
        assertThat(shop.cancel(cancelled, winner).orderStatus()).isEqualTo("CLOSED");
        shop.awaitRemaining(sale, 1);
        await().until(() -> losers.stream()
                .anyMatch(user -> !shop.reserve(sale, user).orderId().isEmpty()));
        records.requireInvariants(sale, orders);
        assertThat(records.active(sale)).isEqualTo(3);
        assertThat(records.available(sale)).isZero();
    }

    @Test
    @Tag("weekly")
    void shouldForgetNobodyWhenServicesDieInTheMiddle() throws Exception {
        long sale = shop.openSale(300, BUCKETS);
        List<User> users = shop.crowd(330); // so few that some buckets run empty while others still have units
        CompletableFuture<List<Answer>> crowd = Shop.inBackground(() -> shop.stampedeThroughFaults(sale, users, 48));
        await().until(() -> records.active(sale) > 0 || crowd.isDone());
        system.stockService().kill();
        system.orderService().kill();
        ParallelTasks.run(List.of(system.stockService()::start, system.orderService()::start));
        List<String> accepted = Shop.accepted(crowd.get());
        system.queue.awaitPlaced();
        // A move that died may have left units in no gate; the reconciliation finds that within a minute.
        Set<String> orders = new HashSet<>(accepted);
        await().pollInterval(Duration.ofSeconds(1)).until(() -> {
            orders.addAll(Shop.orders(shop.stampede(sale, users, 48)));
            return records.active(sale) == 300;
        });
        records.requireInvariants(sale, orders);
        assertThat(records.available(sale)).isZero();
    }

    @Test
    @Tag("weekly")
    void shouldSellOnWhileKafkaIsAway() {
        sellThroughAnOutageOf(system.stack.kafka());
    }

    /** While units cannot be moved, no shopper gets "sold out" as long as any bucket has a unit. */
    @Test
    @Tag("weekly")
    void shouldSellOnWhileMySqlIsAway() {
        sellThroughAnOutageOf(system.stack.database());
    }

    private void sellThroughAnOutageOf(ManagedProcess server) {
        long sale = shop.openSale(200, BUCKETS);
        List<User> users = shop.crowd(220); // so few that some buckets run empty while others still have units
        List<Answer> answers = new ArrayList<>(shop.stampede(sale, users.subList(0, 60), 16));
        server.stop();
        try {
            answers.addAll(shop.singleClicks(sale, users.subList(60, 220), 16));
        } finally {
            server.start();
        }
        assertThat(answers).noneMatch(answer -> answer.status() == 500);
        Set<String> orders = new HashSet<>(Shop.accepted(answers));
        await().pollInterval(Duration.ofSeconds(1)).until(() -> {
            orders.addAll(Shop.orders(shop.stampede(sale, users, 16)));
            return records.active(sale) == 200;
        });
        records.requireInvariants(sale, orders);
    }

    @Test
    @Tag("weekly")
    void shouldMakeAllBucketsAnewWhenRedisHasForgottenThem() {
        long sale = shop.openSale(200, BUCKETS);
        List<User> users = shop.crowd(300);
        Set<String> orders = new HashSet<>(Shop.orders(shop.stampede(sale, users.subList(0, 150), 16)));
        records.requireInvariants(sale, orders);
        system.stack.redis().stop();
        system.stack.redis().start();
        await().ignoreExceptionsInstanceOf(NoAnswerException.class).untilAsserted(() -> {
            orders.addAll(Shop.orders(shop.stampede(sale, users, 16)));
            assertThat(records.active(sale)).isEqualTo(200);
        });
        records.requireInvariants(sale, orders);
        assertThat(records.available(sale)).isZero();
    }
}
