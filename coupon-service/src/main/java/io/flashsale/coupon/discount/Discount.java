package io.flashsale.coupon.discount;

/** What a coupon takes off. All sums are whole cents; a price is 0 to a billion of them, so that nothing overflows. */
public sealed interface Discount {

    long MAX_PRICE_CENTS = 1_000_000_000;

    /**
     * What the coupon takes off this price: never negative, never more than the price, and never less for a higher
     * price.
     *
     * @param priceCents 0 to {@value #MAX_PRICE_CENTS}
     */
    long centsOff(long priceCents);

    /** A fixed sum, or the whole price if that is less. */
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
     * A share of the price. A fraction of a cent is rounded up, to the shopper's favour: 15 % of 99 cents are 14.85 and
     * take off 15.
     *
     * @param percent 1 to 100
     * @param capCents the most that it takes off; {@link #UNCAPPED} if there is no such bound
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
