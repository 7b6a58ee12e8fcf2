package io.flashsale.auditor.snapshot;

import java.util.HashSet;
import java.util.Set;

/** The units that users hold according to Redis: user and order id, by column. */
public final class Holders {

    private final LongColumn users = new LongColumn();
    private final LongColumn orders = new LongColumn();
    private final LongIndex byOrder = new LongIndex(64);
    private final Set<Long> astray = new HashSet<>();

    /** Adds a unit. The same order again has no effect, because a scan of Redis may return an entry twice. */
    public Holders add(long userId, long orderId) {
        int known = byOrder.find(orderId);
        if (known < 0 || users.get(known) != userId) {
            byOrder.put(orderId, users.size());
            users.add(userId);
            orders.add(orderId);
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

    public int size() {
        return users.size();
    }

    public long user(int row) {
        return users.get(row);
    }

    public long order(int row) {
        return orders.get(row);
    }

    /** The (first) row of the order, or -1. */
    public int find(long orderId) {
        return byOrder.find(orderId);
    }
}
