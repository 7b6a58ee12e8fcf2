package io.flashsale.lab.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the checks say of one history.
 *
 * @param clients only if there was a record of what clients saw
 */
record Judgement(List<Finding> findings, @Nullable ClientFigures clients) {

    /** Checks I1 to I6. Touches no server. */
    static Judgement of(History history, @Nullable ClientRecord clients) {
        Evidence evidence = new Evidence();
        StockChecks.conservation(history, evidence);
        StockChecks.neverBelowZero(history, evidence);
        OrderChecks.oneActiveOrder(history.orders(), evidence);
        OrderChecks.rows(history.orders(), evidence);
        ClientFigures figures = clients == null ? null : ClientCheck.check(clients, history.orders(), evidence);
        RedisCheck.check(history, evidence);
        FlowCheck.check(history, evidence);
        return new Judgement(evidence.findings(), figures);
    }

    /** Only what is wrong at any moment, whatever is on its way. */
    List<Finding> certain() {
        return findings.stream().filter(finding -> finding.kind().always()).toList();
    }

    /** What an earlier judgement had found, too. */
    List<Finding> confirming(List<Finding> earlier) {
        return findings.stream()
                .filter(finding ->
                        finding.kind().always() || earlier.stream().anyMatch(before -> before.kind() == finding.kind()))
                .toList();
    }
}
