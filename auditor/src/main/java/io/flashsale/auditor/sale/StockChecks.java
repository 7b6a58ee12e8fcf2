package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.StockRow;

/** I1 and I2: no unit appears from nowhere, and none is sold that is not there. */
final class StockChecks {

    private StockChecks() {}

    /** I1. */
    static void conservation(SaleSnapshot snapshot, Evidence evidence) {
        if (snapshot.stock().rows().isEmpty()) {
            evidence.add(FindingKind.STOCK_ROW_MISSING, "the sale has no row in table stock");
        }
        for (StockRow row : snapshot.stock().rows()) {
            long off = row.available() + row.deducted() - row.released() - row.initial() - row.added();
            if (off != 0) {
                evidence.add(
                        FindingKind.NOT_CONSERVED,
                        Math.abs(off),
                        "initial %d + added %d, but available %d + deducted %d - released %d: %+d units"
                                .formatted(
                                        row.initial(),
                                        row.added(),
                                        row.available(),
                                        row.deducted(),
                                        row.released(),
                                        off));
            }
            if (row.released() < 0 || row.released() > row.deducted()) {
                evidence.add(
                        FindingKind.MORE_RELEASED_THAN_DEDUCTED,
                        Math.abs(row.released() - row.deducted()),
                        "released " + row.released() + " of " + row.deducted() + " deducted");
            }
        }
    }

    /** I2. */
    static void neverBelowZero(SaleSnapshot snapshot, Evidence evidence) {
        for (StockRow row : snapshot.stock().rows()) {
            if (row.available() < 0) {
                evidence.add(
                        FindingKind.AVAILABLE_NEGATIVE,
                        -row.available(),
                        "available is " + row.available() + " in MySQL");
            }
        }
        Gate gate = snapshot.gate();
        if (snapshot.hasGate() && gate.remaining() < 0) {
            evidence.add(
                    FindingKind.REDIS_NEGATIVE, -gate.remaining(), "remaining is " + gate.remaining() + " in Redis");
        }
        if (snapshot.oversold() > 0) {
            evidence.add(
                    FindingKind.OVERSOLD,
                    snapshot.oversold(),
                    snapshot.held() + " units are held of " + snapshot.stock().total() + " ever on offer: "
                            + snapshot.oversold() + " too many");
        }
    }
}
