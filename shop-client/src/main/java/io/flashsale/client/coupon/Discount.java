package io.flashsale.client.coupon;

import org.jspecify.annotations.Nullable;

/**
 * What a coupon takes off a price: an amount, or a part of it.
 *
 * @param capCents at most this
 * @param thresholdCents of prices from this on
 */
public record Discount(
        @Nullable Long amountCents,
        @Nullable Integer percent,
        @Nullable Long capCents,
        @Nullable Long thresholdCents) {

    /** @param cents that are taken off a price of any height, at most the whole of it */
    public static Discount amount(long cents) {
        return new Discount(cents, null, null, null);
    }

    /** @param percent 1 to 100, of a price of any height; a fraction of a cent is rounded up */
    public static Discount percent(int percent) {
        return new Discount(null, percent, null, null);
    }

    /**
     * @param percent 1 to 100, of the price; a fraction of a cent is rounded up
     * @param capCents the most that is taken off
     * @param thresholdCents the least price that it is for
     */
    public static Discount cappedPercent(int percent, long capCents, long thresholdCents) {
        return new Discount(null, percent, capCents, thresholdCents);
    }
}
