package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fact: Redis set coupons of one template aside for several shoppers at the same moment. Each shopper was or will
 * be answered 202. It is one message of {@link CouponClaimed#TOPIC}, and means one {@link CouponClaimed} for each
 * shopper.
 *
 * @param claimedAt by the clock of the Redis server
 * @param claims in the order in which the coupons were set aside, never empty
 */
public record CouponClaimedGroup(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long templateId, Instant claimedAt, List<Line> claims) {

    /**
     * One shopper's claim.
     *
     * @param couponId identity of the future coupon, unique over all templates
     * @param correlationId of the request that made the claim, for the logs
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            @Nullable String correlationId) {}

    /** The claims as individual facts. */
    public List<CouponClaimed> each() {
        return claims.stream()
                .map(claim -> new CouponClaimed(
                        claim.couponId(), templateId, claim.userId(), claimedAt, claim.correlationId()))
                .toList();
    }
}
