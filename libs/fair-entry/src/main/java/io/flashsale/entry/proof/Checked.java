package io.flashsale.entry.proof;

/** The result of checking a proof. */
public sealed interface Checked {

    /**
     * The work was done for this sale and by this shopper.
     *
     * @param difficulty hashes that it took at most
     */
    record Done(long difficulty) implements Checked {}

    /** The text is no proof or not solved. Or its challenge was not made here for this sale and shopper. */
    record Wrong() implements Checked {}

    record Expired() implements Checked {}
}
