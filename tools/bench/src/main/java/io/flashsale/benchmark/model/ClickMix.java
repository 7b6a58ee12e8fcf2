package io.flashsale.benchmark.model;

/**
 * What becomes of a crowd's clicks. An assumption: it depends on the sale.
 *
 * @param clicksForAUnit clicks for each unit that is sold
 * @param byScript share of the clicks that reach the script in vain; they come before the gateways know that all is
 *     sold
 * @param paid share of the orders that are paid
 */
record ClickMix(double clicksForAUnit, double byScript, double paid) {

    /** The crowd for a phone at half its price. */
    static final ClickMix OF_A_HUNDRED = new ClickMix(100, 0.01, 0.8);

    /** A crowd of shoppers who know what they want, with plenty of stock. */
    static final ClickMix OF_TEN = new ClickMix(10, 0.01, 0.8);

    /** The share of clicks with this outcome. */
    double share(Click click) {
        double accepted = 1 / clicksForAUnit;
        return switch (click) {
            case REFUSED_BY_GATEWAY -> 1 - byScript - accepted;
            case REFUSED_BY_SCRIPT -> byScript;
            case ACCEPTED, PLACED -> accepted;
            case PAID -> accepted * paid;
        };
    }
}
