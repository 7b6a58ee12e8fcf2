package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders.Holder;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockRow;
import java.util.Arrays;
import java.util.List;

/** Checks I5: Redis agrees with MySQL, unit by unit and order by order. */
final class RedisCheck {

    private RedisCheck() {}

    static void check(SaleSnapshot snapshot, Evidence evidence) {
        if (!snapshot.hasGate()) {
            return;
        }
        // Bucket by bucket, because a sum would hide opposite errors of two buckets.
        for (StockRow row : snapshot.stock().rows()) {
            if (row.bucket() < snapshot.gates().size()) {
                Gate gate = snapshot.gates().get(row.bucket());
                units(gate, row, evidence);
                offer(gate, snapshot.stock().sale(), evidence);
            }
        }
        holders(snapshot, evidence);
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
        List<Holder> holders = snapshot.holders().all();
        long[] held = holders.stream().mapToLong(Holder::order).toArray(); // in ascending order
        for (OrderRow order : orders.all()) {
            if (order.holdsUnit() && Arrays.binarySearch(held, order.id()) < 0) {
                evidence.add(
                        FindingKind.ORDER_WITHOUT_HOLDER,
                        "user " + order.user() + " has order " + order.id() + ", which Redis does not know");
            }
        }
        snapshot.holders()
                .astray()
                .forEach(user -> evidence.add(
                        FindingKind.HOLDER_IN_OTHER_BUCKET,
                        "user " + user + " holds a unit in Redis in a bucket that is not theirs"));
        for (Holder holder : holders) {
            int row = orders.find(holder.order());
            if (row < 0 || !mayBeHeld(orders.get(row))) {
                evidence.add(FindingKind.HOLDER_WITHOUT_ORDER, described(holder) + ", which is not active in MySQL");
            } else if (orders.get(row).user() != holder.user()) {
                evidence.add(
                        FindingKind.HOLDER_OF_ANOTHER_ORDER,
                        described(holder) + ", which is user " + orders.get(row).user() + "'s");
            }
        }
    }

    private static String described(Holder holder) {
        return "user " + holder.user() + " holds a unit in Redis by order " + holder.order();
    }

    private static boolean mayBeHeld(OrderRow order) {
        return order.holdsUnit() || order.status() == OrderStatus.UNDER_REVIEW;
    }
}
