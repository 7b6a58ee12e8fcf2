package io.flashsale.coupon.template;

import io.flashsale.admission.Campaign;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.discount.Discount;
import java.time.Instant;

/**
 * A template as its row says.
 *
 * @param quantity number of coupons that can be claimed in all
 * @param perPerson maximum number of coupons per shopper
 * @param opensAt start of claiming, inclusive
 * @param closesAt end of claiming, exclusive
 * @param claimed coupons that shoppers have in MySQL; does not include claims in flight
 * @param version to be given when {@code claimed} changes
 */
public record CouponTemplate(
        long id,
        String title,
        Discount discount,
        Conditions conditions,
        long quantity,
        int perPerson,
        Instant opensAt,
        Instant closesAt,
        long claimed,
        long revision,
        long version) {

    /** Coupons that no shopper has in MySQL. */
    public long unclaimed() {
        return quantity - claimed;
    }

    /** What the gate in Redis must know. Claims carry no terms, because a coupon's terms never change. */
    public Campaign campaign() {
        return new Campaign(id, revision, opensAt, closesAt, quantity, "", perPerson);
    }
}
