package io.flashsale.contracts.coupon;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Fact: Redis has set one coupon of a template aside for a shopper, who was or will be answered 202.
 *
 * <p>Sent at least once on {@link #TOPIC}, keyed by template, together with others in a {@link CouponClaimedGroup}; a
 * consumer must expect repetition and tell repetitions by {@link #couponId}. Whether the coupon really is the shopper's is
 * decided in the database.
 *
 * @param couponId identity of the coupon to be, unique over all templates
 * @param claimedAt by the clock of the Redis server
 * @param correlationId of the request that made the claim, for the logs
 */
public record CouponClaimed(
        long couponId,
        long templateId,
        long userId,
        Instant claimedAt,
        @Nullable String correlationId) {

    public static final String TOPIC = "claims";

    /** Where messages go that can never be dealt with, with the reason in the headers. */
    public static final String DEAD_LETTER_TOPIC = "claims.dead-letter";

    /** The consumer group whose committed offsets tell which claims are in the database. */
    public static final String ISSUING_GROUP = "coupon-issuing";
}
