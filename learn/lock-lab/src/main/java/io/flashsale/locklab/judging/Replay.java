package io.flashsale.locklab.judging;

import io.flashsale.locklab.scheduler.Game;
import io.flashsale.locklab.scheduler.GameState;
import io.flashsale.locklab.scheduler.GameState.NextCommand;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.scheduler.MoveNotPossibleException;
import io.flashsale.locklab.scheduler.Player;
import io.flashsale.locklab.trace.Diagram.StepView;
import io.flashsale.locklab.trace.SourceLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plays moves again and records what each of them does. */
final class Replay {

    private static final Duration TO_COME_ON = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    private final Game game;
    private final String file;

    /** @param file the file whose line numbers the replay reports; steps in other files get 0 */
    Replay(Game game, String file) {
        this.game = game;
        this.file = file;
    }

    List<ReplayedMove> of(List<Move> moves) throws MoveNotPossibleException {
        List<ReplayedMove> all = new ArrayList<>();
        for (Move move : moves) {
            awaitPossible(move);
            Player player = move.player();
            all.add(player == null ? ofNobody(move) : ofSomebody(move, player));
        }
        return all;
    }

    /** Waits for a client that has been woken, but has not come to its next command yet. */
    private void awaitPossible(Move move) {
        long deadline = System.nanoTime() + TO_COME_ON.toNanos();
        while (isAwaited(move) && System.nanoTime() < deadline) {
            game.awaitSomebody(BETWEEN_LOOKS);
        }
    }

    private boolean isAwaited(Move move) {
        return move.action() == Move.Action.STEP && !game.state().possible().contains(move);
    }

    private ReplayedMove ofNobody(Move move) throws MoveNotPossibleException {
        game.play(move);
        return replayed(move, "", "all leases end", "", 0);
    }

    private ReplayedMove ofSomebody(Move move, Player player) throws MoveNotPossibleException {
        NextCommand next = game.state().clients().get(player.ordinal()).next();
        int steps = commandsOf(player).size();
        game.play(move);
        if (move.action() != Move.Action.STEP || next == null) {
            return replayed(move, player.clientName(), event(move), "", 0);
        }
        String what = next.to().isEmpty() ? "goes past \"" + next.text() + "\"" : next.text();
        List<StepView> done = commandsOf(player);
        String answer = done.size() > steps ? done.getLast().answer() : "";
        return replayed(move, player.clientName(), what, answer, line(next.source()));
    }

    private ReplayedMove replayed(Move move, String who, String what, String answer, int line) {
        GameState after = game.state();
        return new ReplayedMove(move.code(), who, what, answer, line, game.contents(), after.sold(), after.left());
    }

    private List<StepView> commandsOf(Player player) {
        return game.state().diagram().steps().stream()
                .filter(step -> step.kind().equals("command") && step.lane().equals(player.clientName()))
                .toList();
    }

    private int line(@Nullable SourceLine source) {
        return Optional.ofNullable(source)
                .filter(each -> each.file().equals(file))
                .map(SourceLine::line)
                .orElse(0);
    }

    private static String event(Move move) {
        return switch (move.action()) {
            case STEP -> "tries again";
            case PAUSE -> "its process stands still";
            case RESUME -> "its process goes on";
            case KILL -> "its process is killed";
            case CUT -> "its connections break";
            case MEND -> "its connections work again";
            case END_LEASE -> "all leases end";
        };
    }
}
