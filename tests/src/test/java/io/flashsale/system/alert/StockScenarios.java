package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.system.alert.AlertsIT.Remedy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Scenarios in which the shop sells units that do not exist, does not offer units that exist, or lets an accepted
 * reservation wait on its way from the click to the order.
 */
final class StockScenarios {

    /** Longer than placement may take. */
    private static final Duration TOO_LONG = Duration.ofSeconds(12);

    private static final String DRIFTED = "flashsale_reconciliation_drifted_sales";

    private StockScenarios() {}

    /** Adds a ledger row in MySQL, past stock-service: a second unit leaves a sale of one. The remedy removes it. */
    static Remedy moreIsOutThanThereEverWas(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(1);
        shop.buyAndAwaitPlacement(sale, shop.user());
        long order = Long.MAX_VALUE - sale; // the reservation of no shopper
        String flows = "flashsale_stock.stock_flow";
        AlertsIT.update(
                system,
                "INSERT INTO " + flows + " (order_id, type, sale_id, user_id) VALUES (?, 'DEDUCT', ?, 1)",
                order,
                sale);
        return () -> AlertsIT.update(system, "DELETE FROM " + flows + " WHERE order_id = ?", order);
    }

    /** Adds a unit to the gate of a sold-out sale in Redis. MySQL then rejects the shopper whom Redis accepted. */
    static Remedy redisPromisesWhatMySqlDoesNotHave(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(1);
        List<User> users = shop.users(2);
        shop.buyAndAwaitPlacement(sale, users.getFirst());
        String order = await().until(
                        () -> {
                            system.records.offerInRedis(sale, 1); // again if it was repaired before the click
                            return shop.reserve(sale, users.getLast()).orderId();
                        },
                        bought -> !bought.isEmpty());
        shop.awaitOrder(order, users.getLast(), "REJECTED");
        return Remedy.TIME;
    }

    /**
     * Adds a unit to a gate in Redis that MySQL does not have, then suspends order-service with a reservation.
     *
     * <p>The difference may then be a unit in flight, so nothing repairs it. The remedy resumes order-service. Tries
     * again if a slow machine has repaired the difference before.
     */
    static Remedy redisOffersMoreThanMySqlAndNobodyCanBeSure(RunningSystem system) throws Exception {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        List<User> users = shop.users(2);
        shop.buyAndAwaitPlacement(sale, users.getFirst());
        system.records.offerInRedis(sale, 5);
        ServiceMeters.awaitPositive(system.stockService(), DRIFTED);
        Remedy remedy = buysWhileItHangs(shop, sale, users.getLast(), system.orderService());
        if (ServiceMeters.sum(system.stockService(), sample -> sample.startsWith(DRIFTED)) > 0) {
            return remedy;
        }
        remedy.apply();
        return redisOffersMoreThanMySqlAndNobodyCanBeSure(system);
    }

    /** Deletes a gate from Redis while the suspended order-service holds a reservation. The remedy resumes it. */
    static Remedy redisLosesAGateWhileOrderServiceHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        Remedy remedy = buysWhileItHangs(shop, sale, shop.user(), system.orderService());
        system.records.redis().getKeys().delete(SystemRecords.key(sale));
        return remedy;
    }

    /** Suspends Kafka while a reservation is in Redis' outbox. The remedy resumes it. */
    static Remedy kafkaHangs(RunningSystem system) {
        Shop shop = system.shop;
        return buysWhileItHangs(shop, shop.openSale(5), shop.user(), system.stack.kafka());
    }

    /** Suspends order-service while a reservation is in Kafka. The remedy resumes it. */
    static Remedy orderServiceHangs(RunningSystem system) {
        Shop shop = system.shop;
        return buysWhileItHangs(shop, shop.openSale(5), shop.user(), system.orderService());
    }

    private static Remedy buysWhileItHangs(Shop shop, long sale, User user, ManagedProcess process) {
        process.pause();
        shop.buy(sale, user);
        return process::resume;
    }

    /** Suspends order-service for longer than shoppers should wait, then lets it place the backlog. */
    static Remedy orderServiceHangsForAWhile(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        List<User> users = shop.users(3);
        system.orderService().pause();
        users.forEach(user -> shop.buy(sale, user));
        await().pollDelay(TOO_LONG).until(() -> true);
        system.orderService().resume();
        return Remedy.TIME;
    }

    /** Sends Kafka a message that is no reservation; order-service moves it to the dead-letter topic. */
    static Remedy somebodySendsWhatNobodyUnderstands(RunningSystem system) {
        system.queue.send(StockReserved.TOPIC, "1", "no reservation".getBytes(StandardCharsets.UTF_8));
        return Remedy.TIME;
    }
}
