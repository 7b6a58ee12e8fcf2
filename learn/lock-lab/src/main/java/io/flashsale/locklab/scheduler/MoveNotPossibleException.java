package io.flashsale.locklab.scheduler;

/** A move that is not possible. The game has not changed. */
public final class MoveNotPossibleException extends Exception {

    private final Move move;
    private final Obstacle obstacle;

    MoveNotPossibleException(Move move, Obstacle obstacle) {
        super(move.code() + ": " + obstacle.slug());
        this.move = move;
        this.obstacle = obstacle;
    }

    public Move move() {
        return move;
    }

    public Obstacle obstacle() {
        return obstacle;
    }
}
