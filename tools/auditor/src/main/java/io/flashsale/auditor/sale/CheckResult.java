package io.flashsale.auditor.sale;

import io.flashsale.auditor.client.ClientCheck;
import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the checks of one snapshot.
 *
 * @param clients null if there was no record of what clients saw
 */
record CheckResult(List<Finding> findings, @Nullable ClientFigures clients) {

    /** Checks I1 to I6, I11 and I12 without access to a server. */
    static CheckResult of(SaleSnapshot snapshot, @Nullable ClientRecord clients) {
        Evidence evidence = new Evidence();
        StockChecks.conservation(snapshot, evidence);
        StockChecks.neverBelowZero(snapshot, evidence);
        OrderChecks.limit(snapshot.ordersOfFamily(), snapshot.stock().sale().limit(), evidence);
        OrderChecks.slots(snapshot.stock(), evidence);
        OrderChecks.rows(snapshot.orders(), evidence);
        ClientFigures figures = clients == null ? null : ClientCheck.check(clients, snapshot.orders(), evidence);
        RedisCheck.check(snapshot, evidence);
        FlowCheck.check(snapshot, evidence);
        MoneyCheck.check(snapshot, evidence);
        TicketCheck.check(snapshot, evidence);
        return new CheckResult(evidence.findings(), figures);
    }

    /** The findings that are certain even while messages are in flight. */
    List<Finding> certain() {
        return findings.stream().filter(finding -> finding.kind().certain()).toList();
    }

    /** The certain findings, and those of a kind that an earlier check also found. */
    List<Finding> confirming(List<Finding> earlier) {
        return findings.stream()
                .filter(finding -> finding.kind().certain()
                        || earlier.stream().anyMatch(before -> before.kind() == finding.kind()))
                .toList();
    }
}
