package io.flashsale.auditor.snapshot;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The orders of one sale, by their ids. A million of them have to fit into the heap of a command. */
public final class OrderRows {

    /**
     * An order.
     *
     * @param hasReason whether the row says why the order ended
     * @param unitKept whether its unit did not go back on sale when it was refunded
     * @param refundCents the refund, due or made, in the order's row
     * @param entryNumber the number of the purchase ticket; 0 for none
     * @param reservedAt in ms since 1970
     */
    public record OrderRow(
            long id,
            long user,
            OrderStatus status,
            boolean hasReason,
            boolean unitKept,
            long refundCents,
            long entryNumber,
            long reservedAt) {

        /** An order without a refund and without a purchase ticket. */
        public OrderRow(long id, long user, OrderStatus status, boolean hasReason) {
            this(id, user, status, hasReason, false, 0, 0, 0);
        }

        /** Whether the ledger has its unit as sold. */
        public boolean holdsUnit() {
            return status.active() || unitKept;
        }

        /** A description for people. */
        public String described() {
            return "order " + id + " of user " + user + ", " + status;
        }
    }

    private final List<OrderRow> all;

    public OrderRows(List<OrderRow> orders) {
        all = orders.stream().sorted(comparingLong(OrderRow::id)).toList();
    }

    public List<OrderRow> all() {
        return all;
    }

    public int size() {
        return all.size();
    }

    public OrderRow get(int place) {
        return all.get(place);
    }

    /** The (first) place of the order, or -1. */
    public int find(long id) {
        int from = 0;
        int to = all.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (all.get(middle).id() < id) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from < all.size() && all.get(from).id() == id ? from : -1;
    }

    /** The number of orders that hold a unit. */
    public long active() {
        return all.stream().filter(OrderRow::holdsUnit).count();
    }

    /** The number of orders by status, without those that do not occur. */
    public Map<String, Long> byStatus() {
        return all.stream().collect(groupingBy(order -> order.status().name(), TreeMap::new, counting()));
    }
}
