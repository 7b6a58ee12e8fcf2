package io.flashsale.locklab.web.game;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.scheduler.Ending;
import io.flashsale.locklab.scheduler.GameScheme;
import io.flashsale.locklab.scheduler.GameState;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.trace.Diagram;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A game as the API returns it.
 *
 * @param moves that were played, such as {@code a} and {@code pa}
 * @param possible moves now
 * @param ending null while the game continues
 * @param renewed whether the last move let a lease's time pass, and the lock is still held
 * @param refused the first of the initial moves that was not possible; null if all were
 */
record GameView(
        String id,
        String strategy,
        List<String> moves,
        List<String> possible,
        @Nullable Ending ending,
        int sold,
        int left,
        boolean renewed,
        @Nullable Refused refused,
        List<GameState.ClientState> clients,
        Diagram diagram) {

    /**
     * A move that was not possible.
     *
     * @param number its place among the moves, from 1
     * @param obstacle why, such as {@code no-lease}
     */
    record Refused(int number, String move, String obstacle) {}

    /**
     * A scheme that can be played.
     *
     * @param cure the scheme to try next; null if it cannot be oversold
     */
    record Playable(
            String strategy,
            GameScheme.Lease lease,
            boolean link,
            boolean canBeOversold,
            @Nullable String cure) {

        static Playable of(GameScheme scheme) {
            return new Playable(
                    scheme.what().id(), scheme.lease(), scheme.hasLink(), scheme.canBeOversold(), scheme.cure());
        }
    }

    /** A scheme that cannot be played, and why. */
    record LeftOut(String strategy, Text why) {

        static Stream<LeftOut> of(Case each) {
            return GameScheme.whyLeftOut(each).map(why -> new LeftOut(each.id(), why)).stream();
        }
    }

    /** All schemes, and the limits of a game. */
    record Playables(
            List<Playable> schemes, List<LeftOut> leftOut, int movesAtMost, int gamesAtOnce, long idleSeconds) {}

    static GameView of(String id, GameState state, @Nullable Ending ending, @Nullable Refused refused) {
        return new GameView(
                id,
                state.scheme().what().id(),
                codes(state.moves()),
                ending == null ? codes(state.possible()) : List.of(),
                ending,
                state.sold(),
                state.left(),
                state.renewed(),
                refused,
                state.clients(),
                state.diagram());
    }

    private static List<String> codes(List<Move> moves) {
        return moves.stream().map(Move::code).toList();
    }
}
