package io.flashsale.locklab.judging;

/**
 * The damage that an order of commands has done.
 *
 * @param what in one sentence
 */
public record Damage(Kind kind, String what) {

    /** Kinds of damage, in the words of a verdict. */
    public enum Kind {
        /** More was sold than was in stock. */
        OVERSOLD,
        /** A unit is gone and nobody has it. */
        LOST,
        /** A client waits, or is refused, for ever, although nobody is in its way. */
        STUCK
    }
}
