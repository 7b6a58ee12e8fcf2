package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.trace.Diagram;
import io.flashsale.locklab.trace.SourceLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a game.
 *
 * @param moves that were played
 * @param possible moves now
 * @param ending null while the game continues
 * @param sold units, by the resource's journal
 * @param left units that the scheme says are left
 * @param renewed whether the last move let a lease's time pass, and the lock is still held
 */
public record GameState(
        GameScheme scheme,
        List<Move> moves,
        List<Move> possible,
        @Nullable Ending ending,
        int sold,
        int left,
        boolean renewed,
        List<ClientState> clients,
        Diagram diagram) {

    /**
     * The state of a client.
     *
     * @param condition ready, paused, dead or done
     * @param cut whether its connection to the lock server is cut
     * @param latest the outcome of its latest attempt, with the exception's message if there was one
     * @param next what it is about to do; null if it does nothing
     */
    public record ClientState(
            String name,
            String condition,
            boolean cut,
            @Nullable Outcome latest,
            String fault,
            @Nullable NextCommand next) {}

    /** A command that was not sent yet, the lane of its server, and the line that sends it. */
    public record NextCommand(
            String to, String text, @Nullable SourceLine source) {}
}
