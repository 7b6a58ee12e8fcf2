package io.flashsale.locklab.trace;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a lock, in the server's own words.
 *
 * @param owner the stored owner, which may not identify a client
 * @param expiresAtMicros when its lease expires, in microseconds since 1970; null if it has none
 * @param token the number that the server gave to this holder; null if it numbers none
 */
public record Holder(
        String owner,
        @Nullable Long expiresAtMicros,
        @Nullable Long token) {

    /** Expiries further apart belong to different leases. Servers report the time left in whole milliseconds. */
    private static final long SAME_LEASE_MICROS = 40_000;

    boolean isSameLeaseAs(Holder other) {
        Long ours = expiresAtMicros;
        Long theirs = other.expiresAtMicros();
        boolean sameEnd = ours == null || theirs == null
                ? (ours == null) == (theirs == null)
                : Math.abs(ours - theirs) < SAME_LEASE_MICROS;
        return sameEnd && owner.equals(other.owner()) && Objects.equals(token, other.token());
    }
}
