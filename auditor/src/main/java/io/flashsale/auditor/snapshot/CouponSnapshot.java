package io.flashsale.auditor.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What coupon-service's database says of a template at one moment.
 *
 * @param claimFlows the coupons that have a CLAIM flow
 * @param useFlows by coupon the order that its USE flow names
 */
public record CouponSnapshot(Template template, List<Coupon> coupons, Set<Long> claimFlows, Map<Long, Long> useFlows) {

    /**
     * A template.
     *
     * @param retired its claims ended so long ago that Redis need not know it any more
     */
    public record Template(
            long id, String title, long quantity, long perPerson, long claimed, long revision, boolean retired) {}

    /** A coupon; {@code orderId} and {@code attempt} are 0 while it is unused. */
    public record Coupon(long id, long userId, String status, long orderId, int attempt) {}
}
