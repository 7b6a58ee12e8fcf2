package io.flashsale.contracts.coupon;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Fact: Redis has set one coupon of a template aside for a shopper, who was or will be answered 202.
 *
 * <p>Sent at least once on {@link #TOPIC}, keyed by template, in a {@link CouponClaimedGroup} with others. A
 * consumer must expect repetitions and recognize them by {@link #couponId}. The database decides whether the coupon
 * really is the shopper's.
 *
 * @param couponId identity of the future coupon, unique over all templates
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

    /** The topic of messages that can never be processed, with the reason in the headers. */
    public static final String DEAD_LETTER_TOPIC = "claims.dead-letter";

    /** The consumer group whose committed offsets show which claims are in the database. */
    public static final String ISSUING_GROUP = "coupon-issuing";
}
