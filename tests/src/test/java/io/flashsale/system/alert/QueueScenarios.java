package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.system.alert.AlertScenario.Remedy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Scenarios in which an accepted reservation is stuck on its way from the click to the order. */
final class QueueScenarios {

    /** Longer than placement may take. */
    private static final Duration TOO_LONG = Duration.ofSeconds(12);

    private QueueScenarios() {}

    /** Suspends Kafka while a reservation is in Redis' outbox. The remedy resumes it. */
    static Remedy kafkaHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        User user = shop.user();
        system.stack.kafka().pause();
        shop.buy(sale, user);
        return system.stack.kafka()::resume;
    }

    /** Suspends order-service for longer than shoppers should wait, then lets it place the backlog. */
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

    /** Suspends order-service while a reservation is in Kafka. The remedy resumes it. */
    static Remedy orderServiceHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        User user = shop.user();
        system.orderService().pause();
        shop.buy(sale, user);
        return system.orderService()::resume;
    }

    /** Sends Kafka a message that is no reservation; order-service moves it to the dead-letter topic. */
    static Remedy somebodySendsWhatNobodyUnderstands(RunningSystem system) {
        system.queue.send(StockReserved.TOPIC, "1", "no reservation".getBytes(StandardCharsets.UTF_8));
        return Remedy.TIME;
    }
}
