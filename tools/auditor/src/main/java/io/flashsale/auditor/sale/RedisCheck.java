package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockRow;

/** Checks I5: Redis agrees with MySQL, unit by unit and order by order. */
final class RedisCheck {

    private RedisCheck() {}

    static void check(SaleSnapshot snapshot, Evidence evidence) {
        if (snapshot.hasGate()) {
            units(snapshot, evidence);
            holders(snapshot, evidence);
        }
    }

    /** Compares bucket by bucket, because a sum would hide opposite errors of two buckets. */
    private static void units(SaleSnapshot snapshot, Evidence evidence) {
        for (StockRow row : snapshot.stock().rows()) {
            if (row.bucket() < snapshot.gates().size()) {
                units(snapshot.gates().get(row.bucket()), row, evidence);
                offer(snapshot.gates().get(row.bucket()), snapshot.stock().sale(), evidence);
            }
        }
    }

    private static void units(Gate gate, StockRow row, Evidence evidence) {
        long available = row.available();
        String where = row.bucket() == 0 ? "" : "bucket " + row.bucket() + ": ";
        long surplus = gate.remaining() - available;
        if (surplus != 0) {
            evidence.add(
                    surplus > 0 ? FindingKind.REDIS_OFFERS_TOO_MUCH : FindingKind.REDIS_OFFERS_TOO_LITTLE,
                    Math.abs(surplus),
                    where
                            + "%d remain in Redis, %d are available in MySQL: %+d"
                                    .formatted(gate.remaining(), available, surplus));
        }
        long total = row.total();
        if (gate.total() != total) {
            evidence.add(
                    FindingKind.REDIS_TOTAL,
                    Math.abs(gate.total() - total),
                    where + "the gate believes in " + gate.total() + " units, MySQL has put " + total + " on offer");
        }
        if (gate.moved() != row.moved()) {
            evidence.add(
                    FindingKind.REDIS_MOVED,
                    Math.abs(gate.moved() - row.moved()),
                    where
                            + "the gate believes that %+d units came from other buckets, MySQL has moved %+d"
                                    .formatted(gate.moved(), row.moved()));
        }
    }

    private static void offer(Gate gate, SaleHead sale, Evidence evidence) {
        if (!gate.offer().equals(sale.offer())) {
            evidence.add(FindingKind.REDIS_OFFER, "the gate has " + gate.offer() + ", MySQL has " + sale.offer());
        }
        if (gate.revision() > sale.revision()) {
            evidence.add(
                    FindingKind.REDIS_AHEAD,
                    "the gate knows revision " + gate.revision() + ", MySQL has " + sale.revision());
        }
    }

    private static void holders(SaleSnapshot snapshot, Evidence evidence) {
        OrderRows orders = snapshot.orders();
        Holders holders = snapshot.holders();
        for (int row = 0; row < orders.size(); row++) {
            if (orders.status(row).active() && holders.find(orders.id(row)) < 0) {
                evidence.add(
                        FindingKind.ORDER_WITHOUT_HOLDER,
                        "user " + orders.user(row) + " has order " + orders.id(row) + ", which Redis does not know");
            }
        }
        holders.astray()
                .forEach(user -> evidence.add(
                        FindingKind.HOLDER_IN_OTHER_BUCKET,
                        "user " + user + " holds a unit in Redis in a bucket that is not theirs"));
        for (int row = 0; row < holders.size(); row++) {
            int order = orders.find(holders.order(row));
            boolean mayHold =
                    order >= 0 && (orders.status(order).active() || orders.status(order) == OrderStatus.UNDER_REVIEW);
            if (!mayHold) {
                evidence.add(
                        FindingKind.HOLDER_WITHOUT_ORDER, described(holders, row) + ", which is not active in MySQL");
            } else if (orders.user(order) != holders.user(row)) {
                evidence.add(
                        FindingKind.HOLDER_OF_ANOTHER_ORDER,
                        described(holders, row) + ", which is user " + orders.user(order) + "'s");
            }
        }
    }

    private static String described(Holders holders, int row) {
        return "user " + holders.user(row) + " holds a unit in Redis by order " + holders.order(row);
    }
}
