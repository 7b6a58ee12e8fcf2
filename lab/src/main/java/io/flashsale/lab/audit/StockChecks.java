package io.flashsale.lab.audit;

import io.flashsale.lab.books.Gate;
import io.flashsale.lab.books.StockRow;

/** I1 and I2: no unit appears from nowhere, and none is sold that is not there. */
final class StockChecks {

    private StockChecks() {}

    /** I1. */
    static void conservation(History history, Evidence evidence) {
        if (history.stock().rows().isEmpty()) {
            evidence.add(FindingKind.STOCK_ROW_MISSING, "the sale has no row in table stock");
        }
        for (StockRow row : history.stock().rows()) {
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
    static void neverBelowZero(History history, Evidence evidence) {
        for (StockRow row : history.stock().rows()) {
            if (row.available() < 0) {
                evidence.add(
                        FindingKind.AVAILABLE_NEGATIVE,
                        -row.available(),
                        "available is " + row.available() + " in MySQL");
            }
        }
        Gate gate = history.gate();
        if (history.hasGate() && gate.remaining() < 0) {
            evidence.add(
                    FindingKind.REDIS_NEGATIVE, -gate.remaining(), "remaining is " + gate.remaining() + " in Redis");
        }
        if (history.oversold() > 0) {
            evidence.add(
                    FindingKind.OVERSOLD,
                    history.oversold(),
                    history.held() + " units are held of " + history.stock().total() + " ever on offer: "
                            + history.oversold() + " too many");
        }
    }
}
