package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.system.harness.BreaksServers;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sale with its stock in eight buckets: stampeded, and with everything dying around it. */
@BreaksServers
class BucketSaleIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int BUCKETS = 8;
    private static final Executor BACKGROUND = task -> Thread.ofVirtual().start(task);

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final SystemRecords records = system.records;

    @Test
    @Tag("long")
    void shouldSellExactlyFiveHundredToTwoThousandAtOnce() {
        long sale = shop.openSale(500, BUCKETS);
        List<User> users = shop.crowd(2_000);
        List<Answer> answers = new ArrayList<>(shop.stampede(sale, users, 64));
        List<String> accepted = new ArrayList<>(Shop.accepted(answers));
        askUntilSoldOut(sale, users, accepted);
        assertThat(accepted).as(Shop.summary(answers).toString()).hasSize(500);
        records.requireInvariants(sale, accepted);
        assertThat(records.orderIds(sale)).hasSize(500);
        assertThat(records.available(sale)).isZero();
        assertThat(shop.sale(sale).body().path("state").asString()).isEqualTo("SOLD_OUT");
        requireWinnersToHearSo(sale, users, answers);
    }

    /** A unit may have been on its way between two buckets while the last ones were refused: who asks again gets it. */
    private void askUntilSoldOut(long sale, List<User> users, List<String> accepted) {
        await().atMost(SOON).until(() -> {
            List<Answer> again = shop.stampede(sale, users, 64);
            accepted.addAll(Shop.accepted(again));
            return again.stream().noneMatch(answer -> answer.status() == 202);
        });
    }

    /** Also when the gateway answers "sold out" by itself. */
    private void requireWinnersToHearSo(long sale, List<User> users, List<Answer> answers) {
        for (int i = 0; i < answers.size(); i += 40) {
            if (answers.get(i).status() == 202) {
                Answer again = shop.reserve(sale, users.get(i));
                assertThat(again.problem()).isEqualTo("already-purchased");
                assertThat(again.orderId()).isEqualTo(answers.get(i).orderId());
            }
        }
    }

    /** Wherever its bucket is; and the gateway, which had learned that all is sold, lets the next one in. */
    @Test
    void shouldSellWhatWasCancelledToWhoeverAsksNext() {
        long sale = shop.openSale(3, BUCKETS);
        List<User> users = shop.crowd(20);
        List<String> accepted = new ArrayList<>();
        askUntilSoldOut(sale, users, accepted);
        assertThat(accepted).hasSize(3);
        records.requireInvariants(sale, accepted);
        Map<String, String> winners = records.shoppersOfOrders(sale);
        List<User> losers = users.stream()
                .filter(user -> !winners.containsValue(user.name()))
                .toList();
        User winner = users.stream()
                .filter(user -> user.name().equals(winners.get(accepted.getFirst())))
                .findFirst()
                .orElseThrow();
        assertThat(shop.cancel(accepted.getFirst(), winner).orderStatus()).isEqualTo("CLOSED");
        shop.awaitRemaining(sale, 1);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> losers.stream()
                        .anyMatch(user -> shop.reserve(sale, user).status() == 202));
        records.requireInvariants(sale, accepted);
        assertThat(records.active(sale)).isEqualTo(3);
        assertThat(records.available(sale)).isZero();
    }

    @Test
    @Tag("long")
    void shouldForgetNobodyWhenServicesDieInTheMiddle() throws Exception {
        long sale = shop.openSale(300, BUCKETS);
        List<User> users = shop.crowd(330); // so few that buckets run empty while others have units
        CompletableFuture<List<Answer>> crowd =
                CompletableFuture.supplyAsync(() -> shop.stampedeThroughFaults(sale, users, 48), BACKGROUND);
        await().atMost(SOON).until(() -> records.active(sale) > 0 || crowd.isDone());
        system.stockService().kill();
        system.stockService().start();
        system.orderService().kill();
        system.orderService().start();
        List<String> accepted = Shop.accepted(crowd.get());
        system.queue.awaitPlaced();
        // A move that died may have left units in no gate: the reconciliation finds that within a minute.
        List<String> orders = new ArrayList<>(accepted);
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    orders.addAll(Shop.accepted(shop.stampede(sale, users, 48)));
                    return records.active(sale) == 300;
                });
        records.requireInvariants(sale, orders);
        assertThat(records.available(sale)).isZero();
    }

    @Test
    @Tag("long")
    void shouldSellOnWhileKafkaIsAway() {
        sellThroughAnOutageOf(system.stack.kafka());
    }

    /** While units cannot be moved, nobody is told that all is sold as long as some bucket has a unit. */
    @Test
    @Tag("long")
    void shouldSellOnWhileMySqlIsAway() {
        sellThroughAnOutageOf(system.stack.database());
    }

    private void sellThroughAnOutageOf(ManagedProcess server) {
        long sale = shop.openSale(200, BUCKETS);
        List<User> users = shop.crowd(220); // so few that buckets run empty while others have units
        List<Answer> answers = new ArrayList<>(shop.stampede(sale, users.subList(0, 60), 16));
        server.stop();
        try {
            answers.addAll(shop.singleClicks(sale, users.subList(60, 220), 16));
        } finally {
            server.start();
        }
        assertThat(answers).noneMatch(answer -> answer.status() == 500);
        List<String> accepted = new ArrayList<>(Shop.accepted(answers));
        askUntilSoldOut(sale, users, accepted);
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    accepted.addAll(Shop.accepted(shop.stampede(sale, users, 16)));
                    return records.active(sale) == 200;
                });
        records.requireInvariants(sale, accepted);
    }

    @Test
    @Tag("long")
    void shouldMakeAllBucketsAnewWhenRedisHasForgottenThem() {
        long sale = shop.openSale(200, BUCKETS);
        List<User> users = shop.crowd(300);
        List<String> accepted = new ArrayList<>(Shop.accepted(shop.stampede(sale, users.subList(0, 150), 16)));
        records.requireInvariants(sale, accepted);
        system.stack.redis().stop();
        system.stack.redis().start();
        await().atMost(SOON).untilAsserted(() -> {
            accepted.addAll(Shop.accepted(shop.stampede(sale, users, 16)));
            assertThat(records.active(sale)).isEqualTo(200);
        });
        records.requireInvariants(sale, accepted);
        assertThat(records.available(sale)).isZero();
    }
}
