package io.flashsale.client.model;

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

    public static Discount amount(long cents) {
        return new Discount(cents, null, null, null);
    }

    public static Discount percent(int percent) {
        return new Discount(null, percent, null, null);
    }

    public static Discount cappedPercent(int percent, long capCents, long thresholdCents) {
        return new Discount(null, percent, capCents, thresholdCents);
    }
}
