package io.flashsale.coupon.discount;

/** What a coupon takes off. Amounts are whole cents; prices are at most a billion cents, so nothing overflows. */
public sealed interface Discount {

    long MAX_PRICE_CENTS = 1_000_000_000;

    /**
     * Returns what the coupon takes off this price. Guarantees: never negative, never more than the price, and
     * never less for a higher price.
     *
     * @param priceCents 0 to {@value #MAX_PRICE_CENTS}
     */
    long centsOff(long priceCents);

    /** A fixed amount, or the whole price if that is less. */
    record Amount(long cents) implements Discount {

        public Amount {
            require(cents > 0, "cents must be positive");
        }

        @Override
        public long centsOff(long priceCents) {
            return Math.min(cents, requirePrice(priceCents));
        }
    }

    /**
     * A share of the price, rounded up to whole cents: 15 % of 99 cents are 14.85, so 15 are taken off.
     *
     * @param percent 1 to 100
     * @param capCents maximum discount; {@link #UNCAPPED} for none
     */
    record Percent(int percent, long capCents) implements Discount {

        public static final long UNCAPPED = Long.MAX_VALUE;

        public Percent {
            require(percent >= 1 && percent <= 100, "percent must be 1 to 100");
            require(capCents > 0, "capCents must be positive");
        }

        @Override
        public long centsOff(long priceCents) {
            return Math.min(capCents, Math.ceilDiv(requirePrice(priceCents) * percent, 100L));
        }
    }

    private static long requirePrice(long priceCents) {
        require(priceCents >= 0 && priceCents <= MAX_PRICE_CENTS, "no price: " + priceCents);
        return priceCents;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what);
        }
    }
}
