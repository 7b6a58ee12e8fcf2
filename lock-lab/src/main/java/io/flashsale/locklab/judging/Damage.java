package io.flashsale.locklab.judging;

/**
 * What an order of commands has led to.
 *
 * @param what in one sentence
 */
public record Damage(Kind kind, String what) {

    /** Kinds of damage, in the words of a verdict. */
    public enum Kind {
        /** More was sold than was there. */
        OVERSOLD,
        /** A unit is gone, and nobody has it. */
        LOST,
        /** Somebody waits, or is refused, for ever, although nobody stands in their way. */
        STUCK
    }
}
