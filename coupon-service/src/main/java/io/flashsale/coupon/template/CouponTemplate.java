package io.flashsale.coupon.template;

import io.flashsale.admission.Campaign;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.discount.Discount;
import java.time.Instant;

/**
 * A template as its row says.
 *
 * @param quantity coupons that can be claimed in all
 * @param perPerson coupons that one shopper may have
 * @param opensAt first moment at which it may be claimed
 * @param closesAt first moment at which it may not be claimed any more
 * @param claimed coupons that shoppers have, in MySQL; claims on their way are not in it
 * @param version to be named by whoever changes {@code claimed}
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

    /** Coupons that nobody has in MySQL. */
    public long unclaimed() {
        return quantity - claimed;
    }

    /** What the gate in Redis must know. Reservations carry no terms: what a coupon promises never changes. */
    public Campaign campaign() {
        return new Campaign(id, revision, opensAt, closesAt, quantity, "", perPerson);
    }
}
