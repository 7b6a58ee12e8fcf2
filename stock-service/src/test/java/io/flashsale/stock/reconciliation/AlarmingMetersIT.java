package io.flashsale.stock.reconciliation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.spring.reconciliation.QueueLag;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import io.flashsale.stock.ledger.Oversold;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Covers the meters behind the alerts of deploy/prometheus: they rise, and fall again. */
class AlarmingMetersIT extends StockServiceFixture {

    @Autowired
    private Reconciliations reconciliations;

    @Autowired
    private QueueLag queueLag;

    @Autowired
    private QueueLag releaseLag;

    @Autowired
    private KafkaListenerEndpointRegistry listeners;

    @Autowired
    private Oversold oversold;

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

        reserved(sale, 7);
        await().until(() -> {
            queueLag.look();
            return value("flashsale.reservations.lag")
                    == placement.reservations(sale).size();
        });
        assertThat(value("flashsale.reservations.lag")).isPositive();
        gate(sale).delete(); // and no rebuild happens before all is placed
        reconciliation.run();
        assertThat(coldSales(own)).isOne();

        await().until(() -> {
            placement.placeEverything(); // what is slow may be sent once more, by the relay
            queueLag.look();
            return value("flashsale.reservations.lag") == 0;
        });
        await().until(() -> {
            reconciliation.run();
            return coldSales(own) == 0;
        });
    }

    @Test
    void shouldCountReleasesThatNobodyTakes() {
        MessageListenerContainer consumers =
                Objects.requireNonNull(listeners.getListenerContainer(OrderReleased.RELEASE_GROUP));
        consumers.stop();
        try {
            kafka.send(OrderReleased.TOPIC, "4", "no release".getBytes(UTF_8)).join();
            await().untilAsserted(() -> {
                releaseLag.look();
                assertThat(value("flashsale.releases.lag")).isPositive();
            });
        } finally {
            consumers.start();
        }
        await().untilAsserted(() -> {
            releaseLag.look();
            assertThat(value("flashsale.releases.lag")).isZero();
        });
    }

    @Test
    void shouldCountASaleOfWhichMoreIsOutThanThereEverWas() throws Exception {
        long sale = openSale(1);
        double before = oversold();
        sell(sale, 1);
        assertThat(oversold()).isEqualTo(before);
        sell(sale, 2);
        // The service looks at the same time, and may say later what it has read before.
        await().untilAsserted(() -> assertThat(oversold()).isEqualTo(before + 1));

        database.execute("INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (%d, 'RELEASE', %d, 2)"
                .formatted(order(sale, 2), sale));
        await().untilAsserted(() -> assertThat(oversold()).isEqualTo(before));
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
