package io.flashsale.auditor.snapshot;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The units that users hold according to Redis. */
public final class Holders {

    /** A user who holds a unit by an order. */
    public record Holder(long user, long order) {}

    /** A set, because a scan of Redis may return an entry twice. */
    private final Set<Holder> all = new LinkedHashSet<>();

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

    public Set<Holder> all() {
        return Collections.unmodifiableSet(all);
    }

    /** Users in the gate of another bucket than their own, even if they are also in their own. */
    public Set<Long> astray() {
        return Set.copyOf(astray);
    }
}
