package io.flashsale.client.coupon;

import org.jspecify.annotations.Nullable;

/**
 * What a coupon takes off a price: a fixed amount, or a percentage.
 *
 * @param capCents the largest discount
 * @param thresholdCents the lowest price that qualifies
 */
public record Discount(
        @Nullable Long amountCents,
        @Nullable Integer percent,
        @Nullable Long capCents,
        @Nullable Long thresholdCents) {

    /** @param cents taken off any price, at most the whole price */
    public static Discount amount(long cents) {
        return new Discount(cents, null, null, null);
    }

    /** @param percent 1 to 100, of any price; a fraction of a cent is rounded up */
    public static Discount percent(int percent) {
        return new Discount(null, percent, null, null);
    }

    /** @param percent 1 to 100, of the price; a fraction of a cent is rounded up */
    public static Discount cappedPercent(int percent, long capCents, long thresholdCents) {
        return new Discount(null, percent, capCents, thresholdCents);
    }
}
