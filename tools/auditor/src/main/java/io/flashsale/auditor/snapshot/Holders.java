package io.flashsale.auditor.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The units that users hold according to Redis. */
public final class Holders {

    /** A user who holds a unit by an order. */
    public record Holder(long user, long order) implements Comparable<Holder> {

        private static final Comparator<Holder> BY_ORDER =
                Comparator.comparingLong(Holder::order).thenComparingLong(Holder::user);

        @Override
        public int compareTo(Holder other) {
            return BY_ORDER.compare(this, other);
        }
    }

    private final List<Holder> all = new ArrayList<>();
    private final Set<Long> astray = new HashSet<>();

    public Holders add(long userId, long orderId) {
        all.add(new Holder(userId, orderId));
        return this;
    }

    /** As {@link #add}, for a user in the gate of another bucket than their own. */
    public Holders addAstray(long userId, long orderId) {
        astray.add(userId);
        return add(userId, orderId);
    }

    /** By their orders, each once, because a scan of Redis may return an entry twice. */
    public List<Holder> all() {
        return all.stream().sorted().distinct().toList();
    }

    /** Users in the gate of another bucket than their own, even if they are also in their own. */
    public Set<Long> astray() {
        return Set.copyOf(astray);
    }
}
