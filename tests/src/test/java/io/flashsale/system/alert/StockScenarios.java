package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.system.alert.AlertScenario.Remedy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.util.List;

/** Scenarios in which the shop sells units that do not exist, or does not offer units that exist. */
final class StockScenarios {

    private StockScenarios() {}

    /** Adds a ledger row in MySQL, past stock-service: a second unit leaves a sale of one. The remedy removes it. */
    static Remedy moreIsOutThanThereEverWas(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(1);
        shop.buyAndAwaitPlacement(sale, shop.user());
        long order = Long.MAX_VALUE - sale; // the reservation of no shopper
        system.records
                .sql()
                .sql(
                        "INSERT INTO flashsale_stock.stock_flow (order_id, type, sale_id, user_id) VALUES (?, 'DEDUCT', ?, 1)")
                .params(order, sale)
                .update();
        return () -> system.records
                .sql()
                .sql("DELETE FROM flashsale_stock.stock_flow WHERE order_id = ?")
                .param(order)
                .update();
    }

    /** Adds a unit to the gate of a sold-out sale in Redis. MySQL then rejects the shopper whom Redis accepted. */
    static Remedy redisPromisesWhatMySqlDoesNotHave(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(1);
        List<User> users = shop.users(2);
        shop.buyAndAwaitPlacement(sale, users.getFirst());
        system.records.offerInRedis(sale, 1);
        String order = await().until(() -> shop.reserve(sale, users.getLast()).orderId(), bought -> !bought.isEmpty());
        shop.awaitOrder(order, users.getLast(), "REJECTED");
        return Remedy.TIME;
    }

    /**
     * Adds a unit to a gate in Redis that MySQL does not have, then suspends order-service with a reservation.
     *
     * <p>The difference may then be a unit in flight, so nothing repairs it. The remedy resumes order-service.
     */
    static Remedy redisOffersMoreThanMySqlAndNobodyCanBeSure(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        List<User> users = shop.users(2);
        shop.buyAndAwaitPlacement(sale, users.getFirst());
        system.records.offerInRedis(sale, 5);
        ServiceMeters.awaitPositive(system.stockService(), "flashsale_reconciliation_drifted_sales");
        system.orderService().pause();
        shop.buy(sale, users.getLast());
        return system.orderService()::resume;
    }

    /**
     * Deletes a gate from Redis while the suspended order-service holds an unplaced reservation. The remedy
     * resumes it.
     */
    static Remedy redisLosesAGateWhileOrderServiceHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        User user = shop.user();
        system.orderService().pause();
        shop.buy(sale, user);
        system.records.redis().getKeys().delete(SystemRecords.key(sale));
        return system.orderService()::resume;
    }
}
