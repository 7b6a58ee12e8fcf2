package io.flashsale.locklab.web.game;

import io.flashsale.locklab.scheduler.Ending;
import io.flashsale.locklab.scheduler.Game;
import io.flashsale.locklab.scheduler.GameState;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.scheduler.MoveNotPossibleException;
import io.flashsale.locklab.scheduler.Obstacle;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A game in progress, and its last state when it is over. For several threads, one move at a time. */
final class LiveGame {

    /** The client has given up waiting by then: leases with a watchdog take seconds each. */
    private static final Duration REPLAY_TIMEOUT = Duration.ofMinutes(2);

    private final String id;
    private final long player;
    private final Game game;
    private final GamePlace place;
    private GameState state;
    private GameView.@Nullable Refused refused;
    private @Nullable Ending ending;
    private long lastMove = System.nanoTime();

    /** @param place already taken; the game leaves it at its end */
    LiveGame(String id, long player, Game game, GamePlace place) {
        this.id = id;
        this.player = player;
        this.game = game;
        this.place = place;
        this.state = game.state();
    }

    String id() {
        return id;
    }

    boolean isOf(long user) {
        return player == user;
    }

    synchronized boolean isOver() {
        return ending != null;
    }

    /** Plays the given moves until one is not possible. */
    synchronized void replay(List<Move> moves) {
        long deadline = System.nanoTime() + REPLAY_TIMEOUT.toNanos();
        GameView.Refused first = null;
        for (int at = 0; at < moves.size() && first == null; at++) {
            Move move = moves.get(at);
            try {
                if (System.nanoTime() > deadline) {
                    first = refused(at, move, Obstacle.TOO_LONG);
                } else {
                    play(move);
                }
            } catch (MoveNotPossibleException e) {
                first = refused(at, move, e.obstacle());
            }
        }
        refused = first;
    }

    private static GameView.Refused refused(int at, Move move, Obstacle obstacle) {
        return new GameView.Refused(at + 1, move.code(), obstacle.slug());
    }

    /** Plays a move. If the game breaks down, it ends with its servers and processes, and the exception is thrown. */
    synchronized void play(Move move) throws MoveNotPossibleException {
        lastMove = System.nanoTime();
        try {
            game.play(move);
            refused = null;
            state = game.state();
            Ending natural = state.ending();
            if (natural != null) {
                end(natural);
            }
        } catch (RuntimeException e) {
            if (ending == null) {
                ending = Ending.LEFT;
                place.close();
                place.leave();
            }
            throw e;
        } finally {
            lastMove = System.nanoTime();
        }
    }

    /** Releases what the game holds; no effect if it is over. */
    synchronized void leave() {
        if (ending == null) {
            end(Ending.LEFT);
        }
    }

    synchronized boolean isIdleFor(long nanos) {
        return System.nanoTime() - lastMove > nanos;
    }

    private void end(Ending how) {
        ending = how;
        try {
            game.close();
        } finally {
            place.leave();
        }
    }

    synchronized GameView view() {
        return GameView.of(id, state, ending, refused);
    }
}
