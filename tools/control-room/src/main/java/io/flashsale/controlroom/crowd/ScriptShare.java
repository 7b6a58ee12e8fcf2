package io.flashsale.controlroom.crowd;

/**
 * The part of a crowd that are scripts.
 *
 * @param percent of the accounts; rounded up to at least one account unless 0
 * @param clicks per script from the opening on, whatever the answers
 * @param proofOfWork whether they do the work that a sale requires before entry
 */
record ScriptShare(int percent, int clicks, boolean proofOfWork) {

    /** Accounts per operator, who tries each ticket with all of them. */
    static final int ACCOUNTS_OF_AN_OPERATOR = 50;

    static final ScriptShare NONE = new ScriptShare(0, 0, false);

    /** Returns how many of the accounts are scripts. */
    int of(int shoppers) {
        return (shoppers * percent + 99) / 100;
    }
}
