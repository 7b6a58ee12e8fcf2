package io.flashsale.locklab.scheduler;

/** How a game ended. */
public enum Ending {
    /** The unit was sold twice: the aim of the game. */
    OVERSOLD,
    /** Nobody can do anything more, and the unit was not sold twice. */
    HELD,
    /** Every client that is left is refused, and will be for ever. */
    LOCKED_OUT,
    /** The game has used up its moves. */
    MOVES_USED_UP,
    /** The player left, or was idle for too long. */
    LEFT
}
