package io.flashsale.chaos.shopper;

/**
 * One step of a shopper.
 *
 * @param before milliseconds from the step before
 * @param tries how often it is asked for, at most, while nobody knows whether it was done, or it is too early for it
 * @param pause milliseconds between two tries
 */
public record Step(Action action, long before, int tries, long pause) {

    public enum Action {
        RESERVE,
        /** Two requests at the same time, as an impatient finger makes them. */
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
