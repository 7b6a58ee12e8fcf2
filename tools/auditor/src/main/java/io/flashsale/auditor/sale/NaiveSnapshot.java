package io.flashsale.auditor.sale;

import io.flashsale.auditor.client.ClientCheck;
import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.finding.Invariant;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import io.flashsale.auditor.snapshot.OrderRows;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A naive sale and its orders at one moment, checked for I1 to I4. It has no data in Redis, and no ledger.
 *
 * @param remaining the sale's own figure, which may be wrong
 */
record NaiveSnapshot(long saleId, String title, long initialStock, long remaining, OrderRows orders) {

    /** Whether no purchase happened between the two readings. */
    boolean sameAs(NaiveSnapshot earlier) {
        return remaining == earlier.remaining && orders.size() == earlier.orders.size();
    }

    long oversold() {
        return Math.max(0, orders.size() - initialStock);
    }

    SaleVerdict verdict(@Nullable ClientRecord clients, List<String> waitingFor, Instant at) {
        boolean drained = waitingFor.isEmpty();
        Evidence evidence = new Evidence();
        if (drained) {
            stock(evidence);
        }
        OrderChecks.limit(orders.all(), 1, evidence);
        ClientFigures seen = null;
        if (clients != null) {
            Evidence fromClients = drained ? evidence : new Evidence();
            seen = ClientCheck.check(clients, orders, fromClients);
        }
        var findings = evidence.findings();
        List<Line> lines = List.of(
                Line.of(Invariant.I1, "initial stock = stock + orders", drained, findings),
                Line.of(Invariant.I2, "stock >= 0, and never more sold than there was", drained, findings),
                Line.of(Invariant.I3, "at most one order for a user and sale", drained, findings),
                Line.of(Invariant.I4, "every reservation answered 202 is exactly one order", drained, findings));
        return new SaleVerdict(
                saleId, drained && findings.isEmpty(), drained, 0, waitingFor, at, figures(), lines, seen);
    }

    private void stock(Evidence evidence) {
        long taken = initialStock - remaining;
        if (taken != orders.size()) {
            evidence.add(
                    FindingKind.LOST_UPDATE,
                    Math.abs(orders.size() - taken),
                    orders.size() + " orders, but the stock went down by " + taken + " only: " + (orders.size() - taken)
                            + " updates were overwritten");
        }
        if (remaining < 0) {
            evidence.add(FindingKind.AVAILABLE_NEGATIVE, -remaining, "the stock is " + remaining);
        }
        if (oversold() > 0) {
            evidence.add(
                    FindingKind.OVERSOLD,
                    oversold(),
                    orders.size() + " units were sold of " + initialStock + ": " + oversold() + " too many");
        }
    }

    private SaleFigures figures() {
        return new SaleFigures(
                title,
                initialStock,
                0,
                remaining,
                initialStock - remaining,
                0,
                null,
                null,
                orders.size(),
                oversold(),
                orders.byStatus());
    }
}
