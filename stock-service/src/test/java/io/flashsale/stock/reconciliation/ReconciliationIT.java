package io.flashsale.stock.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.spring.reconciliation.Comparer;
import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RMap;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;

class ReconciliationIT extends StockServiceFixture {

    @Autowired
    private Comparer comparer;

    @Autowired
    private Reconciliations reconciliations;

    /** The bean that runs in production, which looks at all sales. */
    @Autowired
    private Reconciliation ofAllSales;

    @BeforeEach
    void nothingIsUnderWay() {
        placement.placeEverything();
    }

    @Test
    void shouldFindWhatDiffersAndRepairItOnlyWhenItIsCertain() throws Exception {
        long sale = openSale(5);
        assertThat(settled(sale)).isEqualTo(new Comparison.Agreed());

        gate(sale).put("remaining", "7");
        assertThat(settled(sale)).isEqualTo(new Comparison.Drifted(2, 0, 0, false));

        Reconciliation reconciliation = reconciliations.of(sale, new SimpleMeterRegistry());
        for (int times = 1; times < Reconciliation.CERTAIN_AFTER; times++) {
            reconciliation.run();
            assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(7);
        }
        awaitRepair(sale, reconciliation);
        assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(5);
    }

    @Test
    void shouldRepairEachOfAllSales() {
        List<Long> sales = List.of(openSale(5), openSale(6));
        sales.forEach(sale -> gate(sale).put("remaining", "7"));
        await().until(() -> {
            ofAllSales.run();
            return compare(sales.getFirst()).equals(new Comparison.Agreed())
                    && compare(sales.getLast()).equals(new Comparison.Agreed());
        });
        assertThat(gates.state(sales.getFirst()).orElseThrow().remaining()).isEqualTo(5);
        assertThat(gates.state(sales.getLast()).orElseThrow().remaining()).isEqualTo(6);
    }

    /** Redis had a release only on a master that had been replaced already: docs/reliability.md. */
    @Test
    void shouldGiveBackWhatRedisHasForgottenToGiveBack() throws Exception {
        long sale = openSale(1);
        long order = reserved(sale, 7);
        await().untilAsserted(
                        () -> assertThat(compare(sale)).as("nobody places it").isEqualTo(new Comparison.Busy()));
        placement.placeEverything();
        ledger.release(sale, List.of(new OrderReleased(order, sale, 7, OrderReleased.Reason.CANCELLED)));
        await().untilAsserted(() -> assertThat(compare(sale)).isEqualTo(new Comparison.Drifted(-1, 1, 0, false)));
        assertThat(reserve(sale, 7).problem()).isEqualTo("already-purchased");
        assertThat(reserve(sale, 8).problem()).isEqualTo("sold-out");

        awaitRepair(sale, reconciliations.of(sale, new SimpleMeterRegistry()));
        reserved(sale, 7);
        placement.placeEverything();
    }

    /** Its price is one that MySQL has lost: placement sets the message aside, and an administrator decides. */
    @Test
    void shouldKeepTheUnitOfAReservationThatBecameADeadLetter() throws Exception {
        long sale = openSale(1);
        reserved(sale, 7);
        database.execute("UPDATE sale SET price_cents = 50 WHERE id = " + sale);
        placement.placeEverything();
        database.execute("UPDATE sale SET price_cents = 100 WHERE id = " + sale);

        awaitRepair(sale, reconciliations.of(sale, new SimpleMeterRegistry()));
        assertThat(reserve(sale, 7).problem()).isEqualTo("already-purchased");
        assertThat(reserve(sale, 8).problem()).isEqualTo("sold-out");
    }

    @Test
    void shouldLeaveAMissingGateToTheWarmUp() throws Exception {
        long sale = openSale(1);
        reserved(sale, 7); // the warm-up waits until it is placed
        redis.getKeys().delete(key(sale));
        assertThat(compare(sale)).isInstanceOf(Comparison.Cold.class);
    }

    /** Runs comparisons until the difference is certain and repaired. */
    private void awaitRepair(long sale, Reconciliation reconciliation) {
        await().until(() -> {
            reconciliation.run();
            return compare(sale).equals(new Comparison.Agreed());
        });
    }

    /** The comparison once a slow machine has nothing under way any more. */
    private Comparison settled(long sale) {
        return await().until(() -> compare(sale), comparison -> !(comparison instanceof Comparison.Busy));
    }

    private Comparison compare(long sale) throws Exception {
        return Objects.requireNonNull(comparer.compare(List.of(sale)).get(sale));
    }

    private RMap<String, String> gate(long sale) {
        return redis.getMap(key(sale), StringCodec.INSTANCE);
    }

    private static String key(long sale) {
        return "{s" + sale % 16 + "}:sale:" + sale;
    }
}
