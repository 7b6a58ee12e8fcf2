package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.SystemRecords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A very large sale is called off when all its orders are paid, and order-service dies again and again meanwhile. */
class CalledOffSaleIT {

    private static final int ORDERS = 100_000;
    private static final long PRICE = 1_990;
    private static final long FIRST = 1_000_000_000_000L;

    @Tag("weekly")
    @Test
    void refundsEachChargeOnceHoweverOftenOrderServiceDies() throws Exception {
        try (RunningSystem system = RunningSystem.start(
                RunningSystem.servers("called-off").mariaDb().redis().kafka(), RunningSystem.SELLING, 1)) {
            long sale = system.shop.openSale(ORDERS);
            sell(system.records, sale);
            String gate = SystemRecords.key(sale);
            system.records.redis().getKeys().delete(gate, gate + ":holders");
            await().until(() ->
                    system.records.redis().getMap(gate).isExists() && system.records.holders(sale) == ORDERS);

            String path = "/api/admin/called-off-sales/" + sale;
            assertThat(system.shop
                            .call("POST", path, system.shop.admin(), "{\"unitsBack\": true}")
                            .status())
                    .isEqualTo(200);
            Supplier<JsonNode> progress =
                    () -> system.shop.get(path, system.shop.admin()).body();
            LongSupplier ended = () -> ORDERS - system.records.active(sale);
            LongSupplier refunded = () -> system.records.orders(sale, "REFUNDED");
            for (Map.Entry<LongSupplier, Integer> death : List.of(
                    Map.entry(ended, ORDERS / 10), Map.entry(refunded, ORDERS / 10), Map.entry(refunded, ORDERS / 2))) {
                await().atMost(Duration.ofHours(1))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> death.getKey().getAsLong() >= death.getValue());
                assertThat(states(progress.get())).isEqualTo(ORDERS);
                system.orderService().kill();
                assertThat(refunded.getAsLong()).as("there is work left").isLessThan(ORDERS);
                system.orderService().start();
            }
            await().atMost(Duration.ofHours(1)).until(() -> refunded.getAsLong() == ORDERS);

            assertThat(progress.get().path("refunded").asLong()).isEqualTo(ORDERS);
            for (String kind : List.of("CALLED_OFF", "REFUNDED")) {
                assertThat(system.records.number("SELECT COUNT(*) FROM message WHERE kind = '" + kind + "'"))
                        .as("shoppers were told " + kind)
                        .isEqualTo(ORDERS);
            }
            assertThat(system.records.number("SELECT COUNT(*) FROM mock_provider_refund WHERE amount_cents = " + PRICE))
                    .isEqualTo(ORDERS);
            assertThat(system.records.number("SELECT COUNT(DISTINCT charge_id) FROM mock_provider_refund"))
                    .isEqualTo(ORDERS);
            assertThat(system.records.number("SELECT COUNT(*) FROM refund WHERE state <> 'REFUNDED'"))
                    .isZero();
            system.records.requireInvariants(sale, system.records.orderIds(sale));
            assertThat(system.records.available(sale)).isEqualTo(ORDERS);
        }
    }

    private static long states(JsonNode progress) {
        return Stream.of("active", "refundDue", "refunded", "closed")
                .mapToLong(state -> progress.path(state).asLong())
                .sum();
    }

    /** Writes a paid order of each shopper into all books; the gate has to be rebuilt from them. */
    private static void sell(SystemRecords records, long sale) {
        String each = " FROM (SELECT " + FIRST + " + a.i * 1000 + b.i AS id FROM " + RebuildIT.THOUSAND + " a, "
                + RebuildIT.THOUSAND + " b WHERE a.i < " + ORDERS / 1000 + ") each_order";
        for (String insert : List.of(
                "flashsale_stock.stock_flow (order_id, type, sale_id, user_id) SELECT id, 'DEDUCT', " + sale + ", id",
                "orders (id, sale_id, user_id, title, image_url, price_cents, status, reserved_at, created_at, pay_deadline,"
                        + " paid_at) SELECT id, " + sale + ", id, 't', 'i', " + PRICE + ", 'PAID', UTC_TIMESTAMP(3),"
                        + " UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)",
                "charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at) SELECT CONCAT('mock-', id), id, "
                        + PRICE + ", 'PAID', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)",
                "mock_provider_charge (charge_id, order_id, amount_cents, charged_at) SELECT CONCAT('mock-', id), id, "
                        + PRICE + ", UTC_TIMESTAMP(3)")) {
            assertThat(records.sql().sql("INSERT INTO " + insert + each).update())
                    .isEqualTo(ORDERS);
        }
        records.sql()
                .sql("UPDATE flashsale_stock.stock SET available = 0, deducted = initial, version = version + 1"
                        + " WHERE sale_id = " + sale)
                .update();
    }
}
