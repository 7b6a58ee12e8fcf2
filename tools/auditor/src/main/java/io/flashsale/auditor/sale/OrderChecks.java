package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.LongIndex;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderStatus;

/** Checks I3, and the part of I4 that concerns the rows alone. */
final class OrderChecks {

    private OrderChecks() {}

    /**
     * I3: one case for each user with more active orders than allowed.
     *
     * @param limit active orders that one user may have
     */
    static void limit(OrderRows orders, int limit, Evidence evidence) {
        LongIndex buyers = new LongIndex(orders.size());
        int[] times = new int[orders.size()];
        for (int row = 0; row < orders.size(); row++) {
            if (orders.status(row).active()) {
                buyers.put(orders.user(row), row);
                times[buyers.find(orders.user(row))]++;
            }
        }
        for (int row = 0; row < orders.size(); row++) {
            if (times[row] > limit) {
                evidence.add(
                        FindingKind.DUPLICATE_BUYER,
                        times[row],
                        "user " + orders.user(row) + " has " + times[row] + " active orders of at most " + limit
                                + ", the first is " + orders.id(row));
            }
        }
    }

    /** I4: each order occurs once, in a known status, and each ended order has a reason. */
    static void rows(OrderRows orders, Evidence evidence) {
        for (int row = 0; row < orders.size(); row++) {
            OrderStatus status = orders.status(row);
            if (orders.find(orders.id(row)) != row) {
                evidence.add(FindingKind.ORDER_TWICE, "order " + orders.id(row));
            }
            if (status == OrderStatus.UNKNOWN) {
                evidence.add(FindingKind.UNKNOWN_STATUS, "order " + orders.id(row));
            }
            if (status.ended() && !orders.hasReason(row)) {
                evidence.add(FindingKind.END_WITHOUT_REASON, "order " + orders.id(row) + ", " + status);
            }
        }
    }
}
