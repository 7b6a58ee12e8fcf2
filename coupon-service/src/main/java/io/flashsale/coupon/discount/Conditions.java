package io.flashsale.coupon.discount;

import io.flashsale.contracts.coupon.CouponRefusal;
import java.time.Instant;
import java.util.Set;

/**
 * When and for what a coupon may be used.
 *
 * @param thresholdCents the least price, inclusive
 * @param validFrom first moment at which it may be used
 * @param validUntil first moment at which it may not be used any more
 * @param saleIds sales that it is limited to
 * @param productIds products that it is limited to; it is good for a sale that is named or of a product that is named,
 *     and for everything if nothing is named
 */
public record Conditions(
        long thresholdCents, Instant validFrom, Instant validUntil, Set<Long> saleIds, Set<Long> productIds) {

    public boolean isExpiredAt(Instant now) {
        return !now.isBefore(validUntil);
    }

    private boolean hasBegunAt(Instant now) {
        return !now.isBefore(validFrom);
    }

    /** Whether only the product of the sale can tell if the coupon is good for it. */
    public boolean dependsOnProductOf(long saleId) {
        return !productIds.isEmpty() && !saleIds.contains(saleId);
    }

    /**
     * What the coupon would take off this price of this sale now, or why it cannot be used.
     *
     * @param productId of the sale; 0 if nothing depends on it
     */
    public Quote quote(Discount discount, long priceCents, long saleId, long productId, Instant now) {
        if (!hasBegunAt(now)) {
            return new Quote.Refused(CouponRefusal.NOT_YET_VALID);
        }
        if (isExpiredAt(now)) {
            return new Quote.Refused(CouponRefusal.EXPIRED);
        }
        boolean limited = !saleIds.isEmpty() || !productIds.isEmpty();
        if (limited && !saleIds.contains(saleId) && !productIds.contains(productId)) {
            return new Quote.Refused(CouponRefusal.OTHER_SALE);
        }
        if (priceCents < thresholdCents) {
            return new Quote.Refused(CouponRefusal.BELOW_THRESHOLD);
        }
        long cents = discount.centsOff(priceCents);
        return cents == 0 ? new Quote.Refused(CouponRefusal.NO_DISCOUNT) : new Quote.Applicable(cents);
    }

    /** What a coupon would do for an order. */
    public sealed interface Quote {

        /** It takes off this much: 1 cent to the whole price. */
        record Applicable(long cents) implements Quote {}

        record Refused(CouponRefusal reason) implements Quote {}
    }
}
