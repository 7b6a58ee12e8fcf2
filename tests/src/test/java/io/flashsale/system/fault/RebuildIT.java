package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;

/** Redis loses the gate of a very large sale, and a stock-service with its usual heap rebuilds it. */
class RebuildIT {

    private static final int HOLDERS = 1_000_000;

    /** The numbers 0 to 999. */
    static final String THOUSAND =
            "(WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT i FROM n)";

    @Test
    @Tag("weekly")
    void measuresTheRebuildOfASaleWithAMillionHolders() {
        try (RunningSystem system = RunningSystem.start(
                RunningSystem.servers("rebuild").mariaDb().redis().kafka(), RunningSystem.SELLING, 1)) {
            rebuild(system);
        }
    }

    private static void rebuild(RunningSystem system) {
        long sale = system.shop.openSale(HOLDERS + 2);
        List<User> users = system.shop.users(2);
        assertThat(system.shop.buy(sale, users.getFirst())).isNotEmpty();
        await().until(() -> system.records.deductions(sale) == 1);
        sell(system.records, sale);

        String gate = SystemRecords.key(sale);
        String holders = gate + ":holders";
        system.records.redis().getKeys().delete(gate, holders);
        long begin = System.nanoTime();
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !system.shop
                        .reserveOnce(sale, users.getLast())
                        .orderId()
                        .isEmpty());
        RecoveryFigure.REBUILD_OF_A_MILLION.report("-Xmx256m", Duration.ofNanos(System.nanoTime() - begin));

        assertThat(system.records.redis().getMap(holders, StringCodec.INSTANCE).size())
                .as("holders, and the epoch")
                .isEqualTo(HOLDERS + 3);
        assertThat(system.shop.reserve(sale, users.getFirst()).problem()).isEqualTo("already-purchased");
        assertThat(system.records.redis().getMap(gate, StringCodec.INSTANCE).get("remaining"))
                .isEqualTo("0");
    }

    /** Writes a purchase of every shopper into the ledger. A rebuild reads no orders, so there are none. */
    private static void sell(SystemRecords records, long sale) {
        int sold = records.sql()
                .sql("INSERT INTO flashsale_stock.stock_flow (order_id, type, sale_id, user_id)"
                        + " SELECT 1 + a.i * 1000 + b.i, 'DEDUCT', " + sale + ", 1000000000 + a.i * 1000 + b.i FROM "
                        + THOUSAND + " a, " + THOUSAND + " b")
                .update();
        assertThat(sold).isEqualTo(HOLDERS);
        records.sql()
                .sql("UPDATE flashsale_stock.stock SET available = available - " + HOLDERS + ", deducted = deducted + "
                        + HOLDERS + ", version = version + 1 WHERE sale_id = " + sale)
                .update();
    }
}
