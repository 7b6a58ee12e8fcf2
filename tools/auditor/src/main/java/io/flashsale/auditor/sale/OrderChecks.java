package io.flashsale.auditor.sale;

import static java.util.Comparator.comparingLong;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import java.util.List;

/** Checks I3, and the part of I4 that concerns the rows alone. */
final class OrderChecks {

    private OrderChecks() {}

    /**
     * I3: one case for each user with more active orders than allowed.
     *
     * @param limit active orders that one user may have
     */
    static void limit(OrderRows orders, int limit, Evidence evidence) {
        List<OrderRow> byUser = orders.all().stream()
                .filter(order -> order.status().active())
                .sorted(comparingLong(OrderRow::user))
                .toList();
        int next = 0;
        while (next < byUser.size()) {
            OrderRow first = byUser.get(next);
            int count = 0;
            while (next < byUser.size() && byUser.get(next).user() == first.user()) {
                count++;
                next++;
            }
            if (count > limit) {
                evidence.add(
                        FindingKind.DUPLICATE_BUYER,
                        count,
                        "user " + first.user() + " has " + count + " active orders of at most " + limit
                                + ", the first is " + first.id());
            }
        }
    }

    /** I4: each order occurs once, in a known status, and each ended order has a reason. */
    static void rows(OrderRows orders, Evidence evidence) {
        for (int row = 0; row < orders.size(); row++) {
            OrderRow order = orders.get(row);
            if (orders.find(order.id()) != row) {
                evidence.add(FindingKind.ORDER_TWICE, "order " + order.id());
            }
            if (order.status() == OrderStatus.UNKNOWN) {
                evidence.add(FindingKind.UNKNOWN_STATUS, "order " + order.id());
            }
            if (order.status().ended() && !order.hasReason()) {
                evidence.add(FindingKind.END_WITHOUT_REASON, "order " + order.id() + ", " + order.status());
            }
        }
    }
}
