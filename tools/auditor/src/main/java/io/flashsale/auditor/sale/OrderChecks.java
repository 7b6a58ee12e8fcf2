package io.flashsale.auditor.sale;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.toCollection;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks I3, and the part of I4 that concerns the rows alone. */
final class OrderChecks {

    private OrderChecks() {}

    /**
     * I3: one case for each user with more active orders than allowed.
     *
     * @param orders of the sale, and of those that are its variants
     * @param limit active orders that one user may have
     */
    static void limit(List<OrderRow> orders, int limit, Evidence evidence) {
        List<OrderRow> byUser = orders.stream()
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

    /** I3: in a family, each unit that is out has a slot; by the slots the database keeps the limit. */
    static void slots(StockSnapshot stock, Evidence evidence) {
        if (stock.sale().siblings().isEmpty()) {
            return;
        }
        Set<Long> out = orders(stock, StockFlow.Type.DEDUCT);
        out.removeAll(orders(stock, StockFlow.Type.RELEASE));
        out.stream()
                .filter(order -> !stock.slots().contains(order))
                .forEach(order -> evidence.add(
                        FindingKind.FAMILY_SLOT, "order " + order + " has a unit, but no slot in its family"));
        stock.slots().stream()
                .filter(order -> !out.contains(order))
                .forEach(order -> evidence.add(
                        FindingKind.FAMILY_SLOT, "order " + order + " has a slot in the family, but no unit of it"));
    }

    private static Set<Long> orders(StockSnapshot stock, StockFlow.Type type) {
        return stock.flows().stream()
                .filter(flow -> flow.type() == type)
                .map(StockFlow::order)
                .collect(toCollection(HashSet::new));
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
