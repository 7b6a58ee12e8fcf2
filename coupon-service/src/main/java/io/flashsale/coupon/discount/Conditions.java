package io.flashsale.coupon.discount;

import io.flashsale.contracts.coupon.CouponRefusal;
import java.time.Instant;
import java.util.Set;

/**
 * When, and for which sales, a coupon may be used. It is valid for the listed sales and for sales of the listed
 * products; if both lists are empty, for every sale.
 *
 * @param thresholdCents lowest price, inclusive
 * @param validFrom start of its validity, inclusive
 * @param validUntil end of its validity, exclusive
 * @param saleIds sales that it is limited to
 * @param productIds products that it is limited to
 */
public record Conditions(
        long thresholdCents, Instant validFrom, Instant validUntil, Set<Long> saleIds, Set<Long> productIds) {

    public boolean isExpiredAt(Instant now) {
        return !now.isBefore(validUntil);
    }

    private boolean hasBegunAt(Instant now) {
        return !now.isBefore(validFrom);
    }

    /** Whether the sale's product has to be known to decide if the coupon is valid for it. */
    public boolean dependsOnProductOf(long saleId) {
        return !productIds.isEmpty() && !saleIds.contains(saleId);
    }

    /**
     * Returns what the coupon takes off this price of this sale now, or why it cannot be used.
     *
     * @param productId of the sale; 0 if the product does not matter
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

    /** The effect of a coupon on an order. */
    public sealed interface Quote {

        /** It takes off this much: from 1 cent to the whole price. */
        record Applicable(long cents) implements Quote {}

        record Refused(CouponRefusal reason) implements Quote {}
    }
}
