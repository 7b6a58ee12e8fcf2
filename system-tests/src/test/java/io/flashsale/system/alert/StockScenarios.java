package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.system.alert.Scenario.Remedy;
import io.flashsale.system.harness.Meters;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.util.List;

/** Units are sold that there are not, or are not offered that there are. */
final class StockScenarios {

    private StockScenarios() {}

    /** A script writes into the ledger in MySQL, past stock-service, that a second unit has left a sale of one. Its row is removed. */
    static Remedy moreIsOutThanThereEverWas(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(1);
        shop.buyAndAwaitPlacement(sale, shop.users(1).getFirst());
        long order = Long.MAX_VALUE - sale; // nobody's
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

    /** In Redis the gate of a sale that has nothing left is given a unit; who is promised it is refused by MySQL. */
    static Remedy redisPromisesWhatMySqlDoesNotHave(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(1);
        List<User> users = shop.users(2);
        shop.buyAndAwaitPlacement(sale, users.getFirst());
        system.records.offerInRedis(sale, 1);
        String order = await().atMost(Shop.SOON)
                .until(() -> shop.reserve(sale, users.getLast()).orderId(), bought -> !bought.isEmpty());
        shop.awaitOrder(order, users.getLast(), "REJECTED");
        return Remedy.TIME;
    }

    /**
     * In Redis a gate is given a unit that MySQL does not have. When that has been noticed order-service hangs with a reservation, so
     * that what differs may as well be under way, and nothing is repaired. It goes on.
     */
    static Remedy redisOffersMoreThanMySqlAndNobodyCanBeSure(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        List<User> users = shop.users(2);
        shop.buyAndAwaitPlacement(sale, users.getFirst());
        system.records.offerInRedis(sale, 5);
        Meters.awaitPositive(system.stockService(), "flashsale_reconciliation_drifted_sales");
        system.orderService().pause();
        shop.buy(sale, users.getLast());
        return system.orderService()::resume;
    }

    /** Redis loses the gate of a sale, one of whose reservations order-service, which hangs, has not placed. It goes on. */
    static Remedy redisLosesAGateWhileOrderServiceHangs(RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(5);
        User user = shop.users(1).getFirst();
        system.orderService().pause();
        shop.buy(sale, user);
        system.records.redis().getKeys().delete(SystemRecords.key(sale));
        return system.orderService()::resume;
    }
}
