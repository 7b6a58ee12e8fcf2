package io.flashsale.auditor.snapshot;

import java.util.Map;
import java.util.TreeMap;

/** The orders of one sale, by column. */
public final class OrderRows {

    private final LongColumn ids = new LongColumn();
    private final LongColumn users = new LongColumn();
    private final ByteColumn statuses = new ByteColumn();
    private final ByteColumn reasons = new ByteColumn();
    private final LongColumn refundCents = new LongColumn();
    private final LongColumn entryNumbers = new LongColumn();
    private final LongColumn reservedAt = new LongColumn();
    private final long[] counts = new long[OrderStatus.ALL.size()];
    private final LongIndex byId = new LongIndex(64);

    /** An order without a refund and without a purchase ticket. */
    public OrderRows add(long id, long userId, OrderStatus status, boolean hasReason) {
        return add(id, userId, status, hasReason, 0, new Bought(0, 0));
    }

    /**
     * The purchase ticket and the time of a reservation.
     *
     * @param entryNumber 0 for none
     * @param reservedAt in ms since 1970
     */
    public record Bought(long entryNumber, long reservedAt) {}

    /** @param refunds the refund, due or made, in the order's row */
    public OrderRows add(long id, long userId, OrderStatus status, boolean hasReason, long refunds, Bought bought) {
        byId.put(id, ids.size());
        ids.add(id);
        users.add(userId);
        statuses.add(status.ordinal());
        reasons.add(hasReason ? 1 : 0);
        refundCents.add(refunds);
        entryNumbers.add(bought.entryNumber());
        reservedAt.add(bought.reservedAt());
        counts[status.ordinal()]++;
        return this;
    }

    public int size() {
        return ids.size();
    }

    public long id(int row) {
        return ids.get(row);
    }

    public long user(int row) {
        return users.get(row);
    }

    public OrderStatus status(int row) {
        return OrderStatus.ALL.get(statuses.get(row));
    }

    public boolean hasReason(int row) {
        return reasons.get(row) == 1;
    }

    /** The refund, due or made, in the order's row. */
    public long refundCents(int row) {
        return refundCents.get(row);
    }

    public Bought bought(int row) {
        return new Bought(entryNumbers.get(row), reservedAt.get(row));
    }

    /** The (first) row of the order, or -1. */
    public int find(long id) {
        return byId.find(id);
    }

    public long count(OrderStatus status) {
        return counts[status.ordinal()];
    }

    /** The number of orders that hold a unit. */
    public long active() {
        return count(OrderStatus.AWAITING_PAYMENT) + count(OrderStatus.PAID);
    }

    /** The number of orders by status, without those that do not occur. */
    public Map<String, Long> byStatus() {
        Map<String, Long> present = new TreeMap<>();
        for (OrderStatus status : OrderStatus.ALL) {
            if (count(status) > 0) {
                present.put(status.name(), count(status));
            }
        }
        return present;
    }
}
