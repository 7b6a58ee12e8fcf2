package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.trace.Diagram;
import io.flashsale.locklab.trace.SourceLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a game stands.
 *
 * @param moves that were played
 * @param possible moves now
 * @param ending null while it goes on
 * @param sold units, by the resource's journal
 * @param left units that the scheme says are left
 * @param renewed whether the time of a lease has passed with the last move and the lock is held all the same
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
     * How a client stands.
     *
     * @param condition ready, paused, dead or done
     * @param cut whether its line to the lock server is cut
     * @param latest what came of its latest attempt, and the message of the exception if there was one
     * @param next what it is about to do; null if it does nothing
     */
    public record ClientState(
            String name,
            String condition,
            boolean cut,
            @Nullable Outcome latest,
            String fault,
            @Nullable NextCommand next) {}

    /** A command that was not sent yet, the lane that it is for, and the line that sends it. */
    public record NextCommand(
            String to, String text, @Nullable SourceLine source) {}
}
