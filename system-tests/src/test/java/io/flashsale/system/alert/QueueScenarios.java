package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.system.alert.Scenario.Remedy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What was accepted stands somewhere on its way from the click to the order. */
final class QueueScenarios {

    /** Longer than placing may take. */
    private static final Duration TOO_LONG = Duration.ofSeconds(12);

    private QueueScenarios() {}

    /** Kafka hangs, and a reservation lies in Redis' outbox. It goes on. */
    static Remedy kafkaHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        User user = shop.users(1).getFirst();
        system.stack.kafka().pause();
        shop.buy(sale, user);
        return system.stack.kafka()::resume;
    }

    /** order-service hangs for longer than shoppers ought to wait, and then places what has come meanwhile. */
    static Remedy orderServiceHangsForAWhile(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        List<User> users = shop.users(3);
        system.orderService().pause();
        users.forEach(user -> shop.buy(sale, user));
        await().pollDelay(TOO_LONG).atMost(TOO_LONG.multipliedBy(2)).until(() -> true);
        system.orderService().resume();
        return Remedy.TIME;
    }

    /** order-service hangs, and a reservation stays in Kafka. It goes on. */
    static Remedy orderServiceHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        User user = shop.users(1).getFirst();
        system.orderService().pause();
        shop.buy(sale, user);
        return system.orderService()::resume;
    }

    /** Into Kafka somebody sends what is no reservation, and order-service sets it aside. */
    static Remedy somebodySendsWhatNobodyUnderstands(RunningSystem system) {
        system.queue.send(StockReserved.TOPIC, "1", "no reservation".getBytes(StandardCharsets.UTF_8));
        return Remedy.TIME;
    }
}
