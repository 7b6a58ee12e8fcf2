package io.flashsale.stock.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ReconciliationIT extends StockServiceFixture {

    @Autowired
    private Reconciliations reconciliations;

    /** The bean that runs in production, which looks at all sales: soon it would repair those of other tests. */
    @Autowired
    private Reconciliation ofAllSales;

    @BeforeEach
    void nothingIsUnderWay() {
        placement.placeEverything();
    }

    @Test
    void shouldFindWhatDiffersAndRepairItOnlyWhenItIsCertain() throws Exception {
        long sale = openSale(5);
        assertThat(reconciliations.settled(sale)).isEqualTo(new Comparison.Agreed());

        gate(sale).put("remaining", "7");
        assertThat(reconciliations.settled(sale)).isEqualTo(new Comparison.Drifted(2, 0, 0, false));

        Reconciliation reconciliation = reconciliations.of(sale, new SimpleMeterRegistry());
        for (int times = 1; times < Reconciliation.CERTAIN_AFTER; times++) {
            reconciliation.run();
            assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(7);
        }
        reconciliations.repair(sale, reconciliation);
        assertThat(gates.state(sale).orElseThrow().remaining()).isEqualTo(5);
    }

    @Test
    void shouldLookAtAllSales(CapturedOutput output) {
        List<Long> sales = List.of(openSale(5), openSale(6));
        sales.forEach(sale -> gate(sale).put("remaining", "7"));
        await().until(() -> {
            ofAllSales.run();
            return sales.stream()
                    .allMatch(sale -> output.getOut().contains("sale " + sale + ": Redis and the database differ"));
        });
    }

    @Test
    void shouldRepairEachOfSeveralSales() {
        List<Long> sales = List.of(openSale(5), openSale(6));
        sales.forEach(sale -> gate(sale).put("remaining", "7"));
        Reconciliation reconciliation = reconciliations.of(sales, new SimpleMeterRegistry());
        sales.forEach(sale -> reconciliations.repair(sale, reconciliation));
        assertThat(gates.state(sales.getFirst()).orElseThrow().remaining()).isEqualTo(5);
        assertThat(gates.state(sales.getLast()).orElseThrow().remaining()).isEqualTo(6);
    }

    /** Redis had a release only on a master that had been replaced already: docs/reliability.md. */
    @Test
    void shouldGiveBackWhatRedisHasForgottenToGiveBack() {
        long sale = openSale(1);
        long order = reserved(sale, 7);
        await("nobody places it").until(() -> reconciliations.compare(sale).equals(new Comparison.Busy()));
        placement.placeEverything();
        ledger.release(sale, List.of(new OrderReleased(order, sale, 7, OrderReleased.Reason.CANCELLED)));
        await().untilAsserted(() ->
                assertThat(reconciliations.compare(sale)).isEqualTo(new Comparison.Drifted(-1, 1, 0, false)));
        assertThat(reserve(sale, 7).problem()).isEqualTo("already-purchased");
        assertThat(reserve(sale, 8).problem()).isEqualTo("sold-out");

        reconciliations.repair(sale, reconciliations.of(sale, new SimpleMeterRegistry()));
        reserved(sale, 7);
        placement.placeEverything();
    }

    /** Its price is one that MySQL has lost: placement sets the message aside, and an administrator decides. */
    @Test
    void shouldKeepTheUnitOfAReservationThatBecameADeadLetter() {
        long sale = openSale(1);
        reserved(sale, 7);
        database.execute("UPDATE sale SET price_cents = 50 WHERE id = " + sale);
        placement.placeEverything();
        database.execute("UPDATE sale SET price_cents = 100 WHERE id = " + sale);

        reconciliations.repair(sale, reconciliations.of(sale, new SimpleMeterRegistry()));
        assertThat(reserve(sale, 7).problem()).isEqualTo("already-purchased");
        assertThat(reserve(sale, 8).problem()).isEqualTo("sold-out");
    }

    @Test
    void shouldLeaveAMissingGateToTheWarmUp() throws Exception {
        long sale = openSale(1);
        reserved(sale, 7); // the warm-up waits until it is placed
        gate(sale).delete();
        assertThat(reconciliations.compare(sale)).isInstanceOf(Comparison.Cold.class);
    }
}
