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
 * Tries the orders in which two real clients, who want the last unit, can carry out their commands: all of them with at most so
 * many interruptions. An interruption is that somebody else goes on in the middle, that the leases end, or that a client's lines
 * break under a command; a client's death counts as two. Fewer interruptions come first, so that what is found is as simple as can be.
 */
public final class Interleavings {

    /** More than these take hours, and schemes that fail do so with fewer. */
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
     * What was found.
     *
     * @param orders that were tried to their end
     * @param notFollowed orders that could not be: somebody waited by the clock, or there were too many moves
     * @param inTime whether all of them were tried that there are
     * @param counterexample with the fewest interruptions, and of these with the fewest moves; null if none does damage
     */
    public record Result(
            int orders,
            int notFollowed,
            boolean inTime,
            @Nullable Counterexample counterexample) {}

    /** Moves that do damage. */
    public record Counterexample(Damage damage, List<Move> moves) {}

    /**
     * Tries them.
     *
     * @param atMost time, after which nothing new is begun
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

    /** Plays these moves once more, and tells what each of them has done. */
    public List<ReplayedMove> replay(List<Move> moves) {
        try (Game again = begin()) {
            return new Replay(again, scheme.name() + ".java").of(moves);
        } catch (MoveNotPossibleException e) {
            throw new IllegalStateException("the same moves were possible before", e);
        }
    }
}
