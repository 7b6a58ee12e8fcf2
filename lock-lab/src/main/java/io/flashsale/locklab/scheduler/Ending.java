package io.flashsale.locklab.scheduler;

/** How a game ended. */
public enum Ending {
    /** The unit was sold twice: the aim of the game. */
    OVERSOLD,
    /** Nobody can do anything any more, and the unit was not sold twice. */
    HELD,
    /** Whoever is left is refused, and will be for ever. */
    LOCKED_OUT,
    /** There were as many moves as a game can have. */
    MOVES_USED_UP,
    /** The player left it, or did nothing for too long. */
    LEFT
}
