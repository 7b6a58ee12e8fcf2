package io.flashsale.auditor.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A template in coupon-service's database at one moment.
 *
 * @param claimFlows the coupons that have a CLAIM flow
 * @param useFlows the order in the USE flow of each coupon
 */
public record CouponSnapshot(Template template, List<Coupon> coupons, Set<Long> claimFlows, Map<Long, Long> useFlows) {

    /**
     * A template.
     *
     * @param retired whether its claims ended so long ago that Redis may have dropped it
     * @param offer when it can be claimed
     */
    public record Template(
            long id,
            String title,
            long quantity,
            long perPerson,
            long claimed,
            long revision,
            boolean retired,
            Offer offer) {}

    /** A coupon; {@code orderId} and {@code attempt} are 0 while it is unused. */
    public record Coupon(long id, long userId, String status, long orderId, int attempt) {}

    /** An order's use of a coupon in order-service's database, with the status of the order. */
    public record CouponSpending(long orderId, long couponId, int attempt, String state, OrderStatus status) {}
}
