package io.flashsale.locklab.judging;

import io.flashsale.locklab.own.OwnScheme;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheduler.Game;
import io.flashsale.locklab.scheduler.GameScheme;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.scheduler.MoveNotPossibleException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explores the orders in which two real clients that want the last unit can carry out their commands. It tries all
 * orders up to a number of interruptions, fewest first, so that a counterexample is as simple as possible.
 *
 * <p>Each of these is one interruption: the other client continues in the middle; the leases end; a client's
 * connections break before a command reaches its server. A client's death counts as two.
 */
public final class Interleavings {

    /** More interruptions take hours, and the schemes that fail do so with fewer. */
    public static final int MAX_INTERRUPTIONS = 3;

    private final OwnScheme scheme;
    private final Laboratory laboratory;
    private final GameScheme game;

    public Interleavings(OwnScheme scheme, Laboratory laboratory) {
        this.scheme = scheme;
        this.laboratory = laboratory;
        this.game = GameScheme.of(scheme.asCase(ScenarioContext::anybodyWaits), scheme.settings(), !scheme.isLock());
    }

    /**
     * The result of an exploration.
     *
     * @param orders that were played to their end
     * @param notFollowed orders that were not: a client waited by the clock, or there were too many moves
     * @param inTime whether every order was tried before the time-out
     * @param counterexample with the fewest interruptions, and of these with the fewest moves; null if no order does
     *     damage
     */
    public record Result(
            int orders,
            int notFollowed,
            boolean inTime,
            @Nullable Counterexample counterexample) {}

    /** Moves that do damage. */
    public record Counterexample(Damage damage, List<Move> moves) {}

    /**
     * Tries all orders.
     *
     * @param atMost the time after which no new order begins
     */
    public Result explore(int interruptions, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        int orders = 0;
        int notFollowed = 0;
        for (int bound = 0; bound <= interruptions; bound++) {
            Exploration level = new Exploration(this::begin, bound, !scheme.isLock(), deadline);
            level.run();
            orders += level.orders();
            notFollowed += level.notFollowed();
            if (level.found() != null || !level.isComplete()) {
                return new Result(orders, notFollowed, level.isComplete(), level.found());
            }
        }
        return new Result(orders, notFollowed, true, null);
    }

    private Game begin() {
        return Game.begin(game, laboratory);
    }

    /** Plays these moves again and reports what each of them does. */
    public List<ReplayedMove> replay(List<Move> moves) {
        try (Game again = begin()) {
            return new Replay(again, scheme.name() + ".java").of(moves);
        } catch (MoveNotPossibleException e) {
            throw new IllegalStateException("the same moves were possible before", e);
        }
    }
}
