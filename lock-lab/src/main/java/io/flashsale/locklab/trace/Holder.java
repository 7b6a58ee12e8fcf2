package io.flashsale.locklab.trace;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whom a server holds a lock for, in its own words.
 *
 * @param owner what it keeps as the owner, which may say nothing about who that is
 * @param expiresAtMicros when its lease is over, in microseconds since 1970; null if it has none
 * @param token the number that the server gave to this holder; null if it numbers none
 */
public record Holder(
        String owner,
        @Nullable Long expiresAtMicros,
        @Nullable Long token) {

    /** A lease that ends so much earlier or later is another one: servers tell the time that is left in milliseconds. */
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
