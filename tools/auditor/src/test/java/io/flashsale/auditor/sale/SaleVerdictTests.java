package io.flashsale.auditor.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.finding.Invariant;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import io.flashsale.auditor.sale.SaleVerdict.State;
import io.flashsale.auditor.snapshot.Charge.Outcome;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SaleVerdictTests {

    private static SaleVerdict verdict(SaleSnapshot snapshot, List<String> waitingFor) {
        CheckResult checked = CheckResult.of(snapshot, null);
        List<Finding> findings = waitingFor.isEmpty() ? checked.findings() : checked.certain();
        return SaleVerdict.of(snapshot, waitingFor.size(), waitingFor, findings, null, Instant.EPOCH);
    }

    private static State state(SaleVerdict verdict, Invariant invariant) {
        return verdict.invariants().stream()
                .filter(line -> line.id() == invariant)
                .map(Line::state)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void holdsOnceAllIsDrainedAndNothingIsFound() {
        TestSale sale = TestSale.withEverything();
        SaleVerdict good = verdict(sale.snapshot(), List.of());
        assertThat(good.holds()).isTrue();
        assertThat(good.invariants()).allMatch(SaleVerdict.Line::holds);
        sale.remaining++;
        SaleVerdict bad = verdict(sale.snapshot(), List.of());
        assertThat(bad.holds()).isFalse();
        assertThat(bad.invariants())
                .filteredOn(line -> !line.holds())
                .extracting(SaleVerdict.Line::id)
                .containsExactly(Invariant.I5);
    }

    @Test
    void saysNothingOfQueuedThingsWhileMessagesAreOnTheirWay() {
        TestSale sale = TestSale.withEverything();
        sale.holders.remove(sale.order(1).id);
        SaleVerdict verdict = verdict(sale.snapshot(), List.of("3 in Redis' outbox"));
        assertThat(verdict.holds()).isFalse();
        assertThat(verdict.drained()).isFalse();
        assertThat(verdict.violated()).isFalse();
        assertThat(state(verdict, Invariant.I1)).isEqualTo(State.HOLDS);
        assertThat(state(verdict, Invariant.I5)).isEqualTo(State.PENDING);
    }

    @Test
    void saysAtOnceWhatIsWrongAtAnyMoment() {
        TestSale sale = TestSale.withEverything();
        sale.orders.add(new TestSale.Order(5, 1, OrderStatus.PAID, false));
        SaleVerdict verdict = verdict(sale.snapshot(), List.of("3 in Redis' outbox"));
        assertThat(verdict.violated()).isTrue();
        assertThat(state(verdict, Invariant.I3)).isEqualTo(State.VIOLATED);
        assertThat(state(verdict, Invariant.I6)).isEqualTo(State.PENDING);
    }

    @Test
    void aFindingThatTheSecondReadingDoesNotConfirmIsDropped() {
        TestSale sale = TestSale.withEverything();
        sale.remaining++;
        CheckResult first = CheckResult.of(sale.snapshot(), null);
        sale.remaining--;
        sale.holders.remove(sale.order(1).id);
        CheckResult second = CheckResult.of(sale.snapshot(), null);
        assertThat(second.confirming(first.findings())).isEmpty();
        assertThat(second.confirming(second.findings())).hasSize(1);
    }

    @Test
    void saysNothingOfAChargeThatTheShopMayBeAboutToRecord() {
        TestSale sale = TestSale.withEverything();
        TestSale.TestCharge charge = sale.charge(sale.order(1), Outcome.PAID);
        charge.recorded = null;
        charge.recent = true;
        assertThat(sale.findings()).isEmpty();
        assertThat(state(verdict(sale.snapshot(), List.of("1 charges")), Invariant.I11))
                .isEqualTo(State.PENDING);
    }

    @Test
    void aSaleWithoutAStockRowIsAFinding() {
        SaleSnapshot snapshot = new SaleSnapshot(
                new StockSnapshot(new SaleHead(1, 1, false, false, 1, 1, Offer.NONE), List.of(), List.of(), Map.of()),
                new OrderRows(List.of()),
                List.of(),
                List.of(new Gate(Gate.State.WARM, "e", 0, 0, 1, 0, 0, 0, Offer.NONE)),
                new Holders());
        assertThat(TestSale.kinds(CheckResult.of(snapshot, null))).containsExactly(FindingKind.STOCK_ROW_MISSING);
    }
}
