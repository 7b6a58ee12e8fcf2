package io.flashsale.chaos.shopper;

import java.util.List;

/**
 * What a shopper will do.
 *
 * @param sale the index of the sale in the round
 * @param start milliseconds after the start of the round
 */
public record ShopperScript(int sale, long start, List<ShopperStep> steps) {

    public ShopperScript {
        steps = List.copyOf(steps);
    }

    /**
     * One step of a shopper.
     *
     * @param before milliseconds after the previous step.
     * @param tries the highest number of requests while the outcome is unknown, or it is too early.
     * @param pause milliseconds between two tries.
     */
    public record ShopperStep(Action action, long before, int tries, long pause) {}

    public enum Action {
        RESERVE,
        /** Two requests at the same time, as by an impatient finger. */
        DOUBLE_CLICK,
        PAY,
        PAY_WITH_COUPON,
        /** Two payments at the same time. */
        PAY_TWICE,
        /** Two payments with the same coupon at the same time. */
        PAY_WITH_COUPON_TWICE,
        CANCEL,
        /** Both at the same time. */
        PAY_AND_CANCEL,
        CLAIM
    }
}
