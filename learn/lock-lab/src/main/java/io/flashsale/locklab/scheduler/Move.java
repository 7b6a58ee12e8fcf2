package io.flashsale.locklab.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One decision of the scheduler.
 *
 * <p>Moves are written as letters. {@code a} and {@code b} let Ann or Bob run the next command; {@code e} lets the
 * lease expire. Before a client, {@code p} pauses, {@code r} resumes, {@code k} kills, {@code c} cuts the
 * connection and {@code m} mends it. So {@code aapaebbraa} is: Ann twice, pause Ann, the lease expires, Bob twice,
 * resume Ann, Ann twice.
 *
 * @param player the client of this move; null if it is about neither
 */
public record Move(Action action, @Nullable Player player) {

    /** Kinds of decisions, each with its letter. */
    public enum Action {
        /** The client runs its next command. */
        STEP(""),
        /** SIGSTOP to the client's process. */
        PAUSE("p"),
        /** SIGCONT. */
        RESUME("r"),
        /** SIGKILL. */
        KILL("k"),
        /** The client's connection to the lock server breaks, and so does each new one. */
        CUT("c"),
        /** The connection works again. */
        MEND("m"),
        /** The time of a lease passes. */
        END_LEASE("e");

        private final String letter;

        Action(String letter) {
            this.letter = letter;
        }
    }

    /** The largest number of moves in a game. */
    public static final int MAX = 60;

    private static final List<Move> ALL = Stream.concat(
                    Stream.of(Action.values())
                            .filter(action -> action != Action.END_LEASE)
                            .flatMap(action -> Stream.of(Player.values()).map(player -> new Move(action, player))),
                    Stream.of(new Move(Action.END_LEASE, null)))
            .toList();

    /** All possible moves. */
    public static List<Move> all() {
        return ALL;
    }

    /** The letters of the move, such as {@code a} or {@code pa}. */
    public String code() {
        return action.letter + (player == null ? "" : Character.toString(player.letter()));
    }

    /**
     * Parses moves that were written one after the other.
     *
     * @return empty if they are not moves, or more than {@value #MAX}
     */
    public static Optional<List<Move>> parse(String codes) {
        List<Move> moves = new ArrayList<>();
        for (int at = 0; at < codes.length(); ) {
            Optional<Move> next = at(codes, at);
            if (next.isEmpty() || moves.size() == MAX) {
                return Optional.empty();
            }
            moves.add(next.get());
            at += next.get().code().length();
        }
        return Optional.of(List.copyOf(moves));
    }

    /** Parses one move; no code is the prefix of another. */
    private static Optional<Move> at(String codes, int at) {
        return ALL.stream().filter(move -> codes.startsWith(move.code(), at)).findFirst();
    }

    /** Writes moves one after the other. */
    public static String format(List<Move> moves) {
        return moves.stream().map(Move::code).collect(Collectors.joining());
    }
}
