package io.flashsale.auditor.snapshot;

import java.util.List;

/** The rows of {@code stock_flow} of one sale, by column, in the order of order ids. */
public final class Flows {

    /** The type of a flow; see docs/decisions/0016-void-flows.md. */
    public enum Type {
        DEDUCT,
        RELEASE,
        VOID,
        /** An unknown value in the ledger. */
        UNKNOWN;

        private static final List<Type> ALL = List.of(values());

        /** The type of that name, or {@link #UNKNOWN}. */
        public static Type named(String name) {
            return switch (name) {
                case "DEDUCT" -> DEDUCT;
                case "RELEASE" -> RELEASE;
                case "VOID" -> VOID;
                default -> UNKNOWN;
            };
        }
    }

    private final LongColumn orders = new LongColumn();
    private final LongColumn users = new LongColumn();
    private final ByteColumn types = new ByteColumn();
    private final long[] counts = new long[Type.ALL.size()];

    public Flows add(long orderId, long userId, Type type) {
        orders.add(orderId);
        users.add(userId);
        types.add(type.ordinal());
        counts[type.ordinal()]++;
        return this;
    }

    public int size() {
        return orders.size();
    }

    public long order(int row) {
        return orders.get(row);
    }

    public long user(int row) {
        return users.get(row);
    }

    public Type type(int row) {
        return Type.ALL.get(types.get(row));
    }

    public long count(Type type) {
        return counts[type.ordinal()];
    }
}
