package io.flashsale.auditor.snapshot;

import java.util.HashSet;
import java.util.Set;

/** The holders of units according to Redis: user and order id, by column. No user occurs twice. */
public final class Holders {

    private final LongColumn users = new LongColumn();
    private final LongColumn orders = new LongColumn();
    private final LongIndex byUser = new LongIndex(64);
    private final Set<Long> twice = new HashSet<>();
    private final Set<Long> astray = new HashSet<>();

    /**
     * Adds a holder.
     *
     * <p>The same user with the same order has no effect, because a scan of Redis may return an entry twice.
     * The same user with another order holds a unit in two buckets, which {@link #twice} reports.
     */
    public Holders add(long userId, long orderId) {
        if (byUser.put(userId, users.size())) {
            users.add(userId);
            orders.add(orderId);
        } else if (orders.get(byUser.find(userId)) != orderId) {
            twice.add(userId);
        }
        return this;
    }

    /** As {@link #add}, for a user in the gate of another bucket than their own. */
    public Holders addAstray(long userId, long orderId) {
        astray.add(userId);
        return add(userId, orderId);
    }

    /** Users in the gate of another bucket than their own, even if they are also in their own. */
    public Set<Long> astray() {
        return Set.copyOf(astray);
    }

    /** Users who hold a unit in two buckets, by different orders. */
    public Set<Long> twice() {
        return Set.copyOf(twice);
    }

    public int size() {
        return users.size();
    }

    public long user(int row) {
        return users.get(row);
    }

    public long order(int row) {
        return orders.get(row);
    }

    /** The row of the user, or -1. */
    public int find(long userId) {
        return byUser.find(userId);
    }
}
