package io.flashsale.auditor.sale;

import io.flashsale.auditor.client.ClientRecord;
import java.util.List;

/** Opens the auditor's checks: they need no server. */
public final class SnapshotChecks {

    private SnapshotChecks() {}

    /** What is wrong, each kind once; empty if nothing is. */
    public static List<String> findings(SaleSnapshot snapshot, ClientRecord clients) {
        return CheckResult.of(snapshot, clients).findings().stream()
                .map(finding -> finding.kind() + ": " + finding.first())
                .toList();
    }
}
