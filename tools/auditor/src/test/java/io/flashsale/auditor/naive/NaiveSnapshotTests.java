package io.flashsale.auditor.naive;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NaiveSnapshotTests {

    private static NaiveSnapshot snapshot(long initial, long stock, long... buyers) {
        OrderRows orders = new OrderRows();
        for (int i = 0; i < buyers.length; i++) {
            orders.add(i + 1, buyers[i], OrderStatus.AWAITING_PAYMENT, false);
        }
        return new NaiveSnapshot(3, "Naive", initial, stock, orders);
    }

    private static List<FindingKind> findings(SaleVerdict verdict) {
        return verdict.invariants().stream()
                .flatMap(line -> line.findings().stream())
                .map(Finding::kind)
                .toList();
    }

    private static SaleVerdict verdict(NaiveSnapshot snapshot) {
        return snapshot.verdict(null, List.of(), Instant.EPOCH);
    }

    @Test
    void holdsWhenNobodyMetAnybody() {
        SaleVerdict verdict = verdict(snapshot(3, 1, 7, 8));
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.invariants()).hasSize(4);
    }

    @Test
    void findsUpdatesThatWereOverwritten() {
        assertThat(findings(verdict(snapshot(3, 2, 7, 8)))).containsExactly(FindingKind.LOST_UPDATE);
    }

    @Test
    void findsWhatWasOversold() {
        SaleVerdict verdict = verdict(snapshot(1, 0, 7, 8));
        assertThat(findings(verdict)).containsExactly(FindingKind.LOST_UPDATE, FindingKind.OVERSOLD);
        assertThat(verdict.sale().oversold()).isEqualTo(1);
    }

    @Test
    void findsAStockBelowZero() {
        assertThat(findings(verdict(snapshot(1, -1, 7, 8))))
                .containsExactly(FindingKind.AVAILABLE_NEGATIVE, FindingKind.OVERSOLD);
    }

    @Test
    void findsWhoBoughtTwice() {
        assertThat(findings(verdict(snapshot(3, 1, 7, 7)))).containsExactly(FindingKind.DUPLICATE_BUYER);
    }

    @Test
    void doesNotJudgeTheStockInTheMiddleOfAPurchase() {
        SaleVerdict verdict = snapshot(3, 0, 7, 8).verdict(null, List.of("purchases are being made"), Instant.EPOCH);
        assertThat(verdict.violated()).isFalse();
        assertThat(verdict.holds()).isFalse();
    }
}
