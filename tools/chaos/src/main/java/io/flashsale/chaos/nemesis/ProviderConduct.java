package io.flashsale.chaos.nemesis;

import java.util.Random;

/**
 * How badly the payment provider behaves in a round; the same seed gives the same conduct. Each share is the percentage
 * of orders to which it happens.
 *
 * @param declined the provider takes no money for the order
 * @param slow it takes {@code slowMillis} for its answer
 * @param doubled it notifies of a charge once more, which it has answered already
 * @param wrong before the order is paid, it takes another amount, and notifies of that
 * @param twice it also takes the same amount once more, and notifies of that
 * @param forged before the order is paid, somebody else notifies of its price, with a signature that is not the
 *     provider's
 */
public record ProviderConduct(int declined, int slow, long slowMillis, int doubled, int wrong, int twice, int forged) {

    /** Answers at once, and takes what it is asked for. */
    public static final ProviderConduct GOOD = new ProviderConduct(0, 0, 0, 0, 0, 0, 0);

    /** Separates its generator from those of faults and shoppers. */
    private static final long OF_PROVIDERS = 0x369DEA0F31A53F85L;

    public static ProviderConduct of(long seed) {
        Random random = new Random((seed + 1) * OF_PROVIDERS);
        return new ProviderConduct(
                random.nextInt(20),
                random.nextInt(10),
                500 + random.nextInt(3_000),
                10 + random.nextInt(30),
                5 + random.nextInt(15),
                5 + random.nextInt(15),
                5 + random.nextInt(15));
    }

    @Override
    public String toString() {
        return "the payment provider declines " + declined + " %, takes " + slowMillis + " ms for " + slow
                + " %, notifies twice of " + doubled + " %, takes a wrong amount for " + wrong
                + " % and all once more for " + twice + " %; " + forged + " % are notified of by somebody else";
    }
}
