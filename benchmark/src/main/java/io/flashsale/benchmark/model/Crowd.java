package io.flashsale.benchmark.model;

/**
 * What becomes of the clicks of a crowd. An assumption: it depends on the sale.
 *
 * @param clicksForAUnit how many click for each unit that is sold
 * @param byScript share of the clicks that reach the script in vain, before the gateways know that all is sold
 * @param paid share of the orders that are paid
 */
record Crowd(double clicksForAUnit, double byScript, double paid) {

    /** As many click for a phone at half its price. */
    static final Crowd OF_A_HUNDRED = new Crowd(100, 0.01, 0.8);

    /** Most of those who come know what they want, and there is plenty. */
    static final Crowd OF_TEN = new Crowd(10, 0.01, 0.8);

    /** How many of one click come to this. */
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
