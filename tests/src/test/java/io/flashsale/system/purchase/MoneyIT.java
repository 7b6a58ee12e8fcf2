package io.flashsale.system.purchase;

import static io.flashsale.system.harness.Shop.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Money that the provider took pays the order or is refunded, even if recording it failed at first. */
class MoneyIT {

    private static final Executor BACKGROUND = task -> Thread.ofVirtual().start(task);

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final User user = shop.users(1).getFirst();
    private final long sale = shop.openSale(5);
    private final String order = shop.buy(sale, user);

    @Test
    @Tag("long")
    void shouldSellWhatWasChargedWhenOrderServiceDiesBeforeItHasRecordedTheCharge() throws Exception {
        awaitStatus("AWAITING_PAYMENT");
        CompletableFuture<Void> paying;
        try (Connection blocker = withoutNewCharges()) {
            paying = pay();
            system.orderService().kill();
            unlock(blocker);
        }
        system.orderService().start();

        awaitStatus("PAID");
        requireMoneyAccountedFor();
        paying.join();
    }

    @Test
    void shouldGiveBackWhatWasChargedWhileTheOrderWasCancelled() throws Exception {
        awaitStatus("AWAITING_PAYMENT");
        CompletableFuture<Void> paying;
        try (Connection blocker = withoutNewCharges()) {
            paying = pay();
            assertThat(shop.cancel(order, user).orderStatus()).isEqualTo("CLOSED");
            unlock(blocker);
        }

        awaitStatus("REFUNDED");
        requireMoneyAccountedFor();
        paying.join();
    }

    /** Starts a payment and returns once the provider has the money. The shopper's answer does not matter. */
    private CompletableFuture<Void> pay() {
        CompletableFuture<Void> paying = CompletableFuture.runAsync(() -> shop.tryToPay(order, user), BACKGROUND);
        await().atMost(SOON)
                .until(
                        () -> system.records
                                .sql()
                                .sql("SELECT COUNT(*) FROM mock_provider_charge WHERE order_id = " + order)
                                .query(Long.class)
                                .single(),
                        charges -> charges == 1);
        return paying;
    }

    private void awaitStatus(String status) {
        shop.awaitOrder(order, user, status);
    }

    private void requireMoneyAccountedFor() {
        shop.requireAudit(sale, "", "I11");
    }

    private Connection withoutNewCharges() throws SQLException {
        var server = system.stack.database();
        Connection connection =
                DriverManager.getConnection(server.jdbcUrl("flashsale_order"), server.user(), server.password());
        connection.createStatement().execute("LOCK TABLES charge READ");
        return connection;
    }

    private static void unlock(Connection blocker) throws SQLException {
        blocker.createStatement().execute("UNLOCK TABLES");
    }
}
