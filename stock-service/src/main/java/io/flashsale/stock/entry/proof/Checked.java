package io.flashsale.stock.entry.proof;

/** What a proof is worth. */
public sealed interface Checked {

    /**
     * The work was done, for this sale and by this shopper.
     *
     * @param difficulty hashes that it took at most
     */
    record Done(long difficulty) implements Checked {}

    /** It is no proof, not solved, or of a challenge that was not made here for this sale and shopper. */
    record Wrong() implements Checked {}

    record Expired() implements Checked {}
}
