package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.alert.AlertsIT.Remedy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.sql.Connection;
import java.sql.SQLException;

/** Scenarios in which money does not reach its place. The provider is the mock; only it uses its tables in MySQL. */
final class MoneyScenarios {

    private static final int PRICE = 1_999;

    private MoneyScenarios() {}

    /**
     * Locks the provider's table, so that it makes no refund and gives no answer.
     *
     * <p>Backdates the pending refund in MySQL by six minutes. The remedy unlocks the table.
     */
    static Remedy providerAnswersNoRefund(RunningSystem system) throws SQLException {
        Connection silence = system.records.lock("flashsale_order", "mock_provider_refund READ");
        try {
            String order = orderWithALateCharge(system);
            AlertsIT.update(
                    system, "UPDATE refund SET created_at = created_at - INTERVAL 6 MINUTE WHERE order_id = ?", order);
            return silence::close;
        } catch (RuntimeException | Error fault) {
            silence.close();
            throw fault;
        }
    }

    /**
     * Damages the provider's record of a charge, so that the provider refuses the refund.
     *
     * <p>The remedy repairs the record, and an administrator requests the refund again.
     */
    static Remedy providerRefusesARefund(RunningSystem system) throws SQLException {
        String order;
        try (Connection _ = system.records.lock("flashsale_order", "mock_provider_refund READ")) {
            order = orderWithALateCharge(system);
            charge(system, order, PRICE + 1);
        }
        long refund = system.records.number("SELECT id FROM refund WHERE order_id = " + order);
        return () -> {
            charge(system, order, PRICE);
            Answer asked = system.shop.post("/api/admin/refunds/" + refund + "/retry", system.shop.admin());
            assertThat(asked.status()).as(asked.text()).isEqualTo(200);
        };
    }

    /** Adds a charge without an order number to the provider's records. The remedy removes it. */
    static Remedy providerHasAChargeOfNoOrder(RunningSystem system) {
        String id = "nobodys-" + System.currentTimeMillis();
        enterCharge(system, id, "0");
        return () -> AlertsIT.update(system, "DELETE FROM mock_provider_charge WHERE charge_id = ?", id);
    }

    /** Cancels an order whose charge then arrives late, so that a refund is due. */
    private static String orderWithALateCharge(RunningSystem system) {
        Shop shop = system.shop;
        User user = shop.user();
        String order = shop.buyAndAwaitPlacement(shop.openSale(2), user);
        assertThat(shop.cancel(order, user).orderStatus()).isEqualTo("CLOSED");
        enterCharge(system, chargeOf(order), order);
        await().until(() -> system.records.number("SELECT COUNT(*) FROM refund WHERE order_id = " + order) == 1);
        return order;
    }

    /** Enters a charge, which order-service soon looks at. */
    private static void enterCharge(RunningSystem system, String id, String order) {
        String insert = "INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)"
                + " VALUES (?, ?, ?, UTC_TIMESTAMP(3))";
        AlertsIT.update(system, insert, id, order, PRICE);
    }

    private static void charge(RunningSystem system, String order, int cents) {
        String update = "UPDATE mock_provider_charge SET amount_cents = ? WHERE charge_id = ?";
        AlertsIT.update(system, update, cents, chargeOf(order));
    }

    private static String chargeOf(String order) {
        return "mock-" + order;
    }
}
