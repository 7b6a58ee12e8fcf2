package io.flashsale.auditor.snapshot;

/** Who holds a unit according to Redis: user and order id, by column. No user occurs twice. */
public final class Holders {

    private final LongColumn users = new LongColumn();
    private final LongColumn orders = new LongColumn();
    private final LongIndex byUser = new LongIndex(64);

    /** Does nothing for a user who is there: a scan of Redis may hand out an entry twice. */
    public Holders add(long userId, long orderId) {
        if (byUser.put(userId, users.size())) {
            users.add(userId);
            orders.add(orderId);
        }
        return this;
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
