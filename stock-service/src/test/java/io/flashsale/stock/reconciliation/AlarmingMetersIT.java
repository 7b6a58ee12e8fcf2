package io.flashsale.stock.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.spring.reconciliation.QueueLag;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.flashsale.stock.PlacementDouble;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.StockTables;
import io.flashsale.stock.ledger.Oversold;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Autowired;

/** Covers the meters behind the alerts of deploy/prometheus: they rise, and fall again. */
class AlarmingMetersIT extends StockServiceFixture {

    @Autowired
    private Reconciliations reconciliations;

    @Autowired
    private QueueLag lag;

    @Autowired
    private Oversold oversold;

    @Autowired
    private RedissonClient redis;

    @Autowired
    private PlacementDouble placement;

    @Autowired
    private StockTables database;

    @Autowired
    private MeterRegistry meters;

    @BeforeEach
    void nothingIsUnderWay() {
        placement.placeEverything();
    }

    @Tag("long")
    @Test
    void shouldCountMessagesThatNobodyPlacesAndSalesThatAdmitNobodyMeanwhile() throws Exception {
        long sale = openSale(5);
        MeterRegistry own = new SimpleMeterRegistry();
        Reconciliation reconciliation = reconciliations.of(sale, own);
        reconciliation.run();
        assertThat(coldSales(own)).isZero();

        assertThat(reserve(sale, 7).status()).isEqualTo(202);
        await().until(() -> {
            lag.look();
            return value("flashsale.reservations.lag")
                    == placement.reservations(sale).size();
        });
        assertThat(value("flashsale.reservations.lag")).isPositive();
        redis.getKeys().delete("{s" + sale % 16 + "}:sale:" + sale); // and no rebuild happens before all is placed
        reconciliation.run();
        assertThat(coldSales(own)).isOne();

        placement.placeEverything();
        lag.look();
        assertThat(value("flashsale.reservations.lag")).isZero();
        await().until(() -> {
            reconciliation.run();
            return coldSales(own) == 0;
        });
    }

    @Test
    void shouldCountASaleOfWhichMoreIsOutThanThereEverWas() throws Exception {
        long sale = openSale(1);
        double before = oversold();
        sell(sale, 1);
        assertThat(oversold()).isEqualTo(before);
        sell(sale, 2);
        assertThat(oversold()).isEqualTo(before + 1);

        database.execute("INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (%d, 'RELEASE', %d, 2)"
                .formatted(order(sale, 2), sale));
        assertThat(oversold()).isEqualTo(before);
        database.execute("DELETE FROM stock_flow WHERE sale_id = " + sale); // for other tests, which have gates rebuilt
    }

    private double oversold() throws Exception {
        oversold.look();
        return value("flashsale.ledger.oversold");
    }

    private static double coldSales(MeterRegistry meters) {
        return meters.get("flashsale.reconciliation.cold.sales").gauge().value();
    }

    /** Bypasses the ledger, which would refuse the second sale. */
    private void sell(long sale, int user) {
        database.execute("INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (%d, 'DEDUCT', %d, %d)"
                .formatted(order(sale, user), sale, user));
    }

    private static long order(long sale, int user) {
        return 4_000_000_000_000L + sale * 10 + user;
    }

    private double value(String gauge) {
        return meters.get(gauge).gauge().value();
    }
}
