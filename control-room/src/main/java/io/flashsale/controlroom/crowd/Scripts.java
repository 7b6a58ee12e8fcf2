package io.flashsale.controlroom.crowd;

/**
 * The part of a crowd that is no people but programs.
 *
 * @param percent of the accounts; rounded up, so that there is one at least if it is not 0
 * @param clicks that each of them makes from the opening on, whatever it is told
 * @param proofOfWork whether they do the work that a sale asks for before one may enter
 */
record Scripts(int percent, int clicks, boolean proofOfWork) {

    /** Accounts of one operator, who tries each ticket that one of them gets with all of them. */
    static final int ACCOUNTS_OF_AN_OPERATOR = 50;

    static final Scripts NONE = new Scripts(0, 0, false);

    /** How many of so many accounts are theirs. */
    int of(int shoppers) {
        return (shoppers * percent + 99) / 100;
    }
}
