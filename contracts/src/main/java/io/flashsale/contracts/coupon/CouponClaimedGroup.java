package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fact: Redis has set coupons of one template aside for several shoppers at the same moment; each of them was or will be
 * answered 202. One message of {@link CouponClaimed#TOPIC}; what it means for one of them is a {@link CouponClaimed}.
 *
 * @param claimedAt by the clock of the Redis server
 * @param claims in the sequence in which the coupons were set aside, never empty
 */
public record CouponClaimedGroup(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long templateId, Instant claimedAt, List<Line> claims) {

    /**
     * One shopper's claim.
     *
     * @param couponId identity of the coupon to be, unique over all templates
     * @param correlationId of the request that made the claim, for the logs
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            @Nullable String correlationId) {}

    /** The claims, each by itself. */
    public List<CouponClaimed> each() {
        return claims.stream()
                .map(claim -> new CouponClaimed(
                        claim.couponId(), templateId, claim.userId(), claimedAt, claim.correlationId()))
                .toList();
    }
}
