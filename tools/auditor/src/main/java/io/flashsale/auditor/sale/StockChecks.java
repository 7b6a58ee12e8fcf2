package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.StockRow;

/** Checks I1 and I2: no unit appears from nowhere, and no unit is sold that does not exist. */
final class StockChecks {

    private StockChecks() {}

    /** I1. */
    static void conservation(SaleSnapshot snapshot, Evidence evidence) {
        int buckets = snapshot.stock().sale().buckets();
        if (snapshot.stock().rows().size() != buckets) {
            evidence.add(
                    FindingKind.STOCK_ROW_MISSING,
                    snapshot.stock().rows().isEmpty()
                            ? "the sale has no row in table stock"
                            : "the sale has " + snapshot.stock().rows().size() + " rows in table stock for " + buckets
                                    + " buckets");
        }
        moves(snapshot, evidence);
        for (StockRow row : snapshot.stock().rows()) {
            long off = row.available() + row.deducted() - row.released() - row.total() - row.moved();
            if (off != 0) {
                evidence.add(
                        FindingKind.NOT_CONSERVED,
                        Math.abs(off),
                        "initial %d + added %d + moved %d, but available %d + deducted %d - released %d: %+d units"
                                .formatted(
                                        row.initial(),
                                        row.added(),
                                        row.moved(),
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

    /** The moves between buckets add up to zero, and match the table of moves. */
    private static void moves(SaleSnapshot snapshot, Evidence evidence) {
        long balance = snapshot.stock().sum(StockRow::moved);
        if (balance != 0) {
            evidence.add(
                    FindingKind.MOVES_UNBALANCED,
                    Math.abs(balance),
                    "the buckets were given %+d units more than were taken from them".formatted(balance));
        }
        for (StockRow row : snapshot.stock().rows()) {
            if (row.moved() != row.moves()) {
                evidence.add(
                        FindingKind.MOVES_UNBALANCED,
                        Math.abs(row.moved() - row.moves()),
                        "bucket %d says that %+d units were moved there, the moves say %+d"
                                .formatted(row.bucket(), row.moved(), row.moves()));
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
        for (Gate gate : snapshot.gates()) {
            if (gate.state() == Gate.State.WARM && gate.remaining() < 0) {
                evidence.add(
                        FindingKind.REDIS_NEGATIVE,
                        -gate.remaining(),
                        "remaining is " + gate.remaining() + " in Redis");
            }
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
