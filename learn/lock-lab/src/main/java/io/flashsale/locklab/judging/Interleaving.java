package io.flashsale.locklab.judging;

import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.scheduler.Ending;
import io.flashsale.locklab.scheduler.Game;
import io.flashsale.locklab.scheduler.GameState;
import io.flashsale.locklab.scheduler.GameState.ClientState;
import io.flashsale.locklab.scheduler.GameState.NextCommand;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.scheduler.Move.Action;
import io.flashsale.locklab.scheduler.MoveNotPossibleException;
import io.flashsale.locklab.scheduler.Player;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One order of two clients' commands, from beginning to end: the possible next moves, and the damage. */
final class Interleaving {

    private static final Move END = new Move(Action.END_LEASE, null);
    private static final int DEATH = 2;

    /** Long enough for a message in flight. */
    private static final Duration TO_BE_TOLD = Duration.ofMillis(300);

    /** Long enough, too, for a client that sleeps between two polls. */
    private static final Duration TO_COME_ON = Duration.ofSeconds(1);

    /** A client counts as stuck only after this time, because messages are slow on a slow machine. */
    private static final Duration TO_BE_SURE = Duration.ofSeconds(20);

    private final Game game;
    private final int interruptions;
    private final boolean isPurchase;
    private final List<Move> moves = new ArrayList<>();
    private final Set<Player> inVain = EnumSet.noneOf(Player.class);
    private final Map<Player, Integer> begun = new EnumMap<>(Player.class);
    private final Set<Player> undisturbed = EnumSet.noneOf(Player.class);
    private GameState state;
    private Player present = Player.ANN;
    private int used;
    private boolean leasesHaveEnded;
    private boolean somethingBroke;
    private boolean somebodyDied;
    private boolean followed = true;

    Interleaving(Game game, int interruptions, boolean isPurchase) {
        this.game = game;
        this.interruptions = interruptions;
        this.isPurchase = isPurchase;
        this.state = game.state();
    }

    /** Moves that are played together, and the number of interruptions that they count as. */
    record Option(List<Move> moves, int cost) {}

    /** The possible next moves; empty at the end. */
    List<Option> options() {
        if (state.ending() != null) {
            return List.of();
        }
        List<Option> options = new ArrayList<>();
        boolean canGoOn = canStep(present);
        for (Player player : List.of(present, other(present))) {
            if (canStep(player) && !(moves.isEmpty() && player != Player.ANN)) { // by symmetry Ann goes first
                add(options, player == present || !canGoOn ? 0 : 1, new Move(Action.STEP, player));
            }
        }
        if (options.isEmpty()) {
            return whenNobodyCanGoOn();
        }
        if (!leasesHaveEnded && state.possible().contains(END)) {
            add(options, 1, END);
        }
        if (!somethingBroke && !somebodyDied) {
            addFaults(options, canGoOn ? present : other(present));
        }
        return options;
    }

    /** @param player who goes on if nothing happens */
    private void addFaults(List<Option> options, Player player) {
        if (!canStep(player)) {
            return;
        }
        NextCommand next = clientState(player).next();
        if (next != null && canBreak(next)) {
            add(options, 1, new Move(Action.CUT, player), new Move(Action.STEP, player), new Move(Action.MEND, player));
        }
        if (player == Player.ANN && !moves.isEmpty()) {
            add(options, DEATH, new Move(Action.KILL, player));
        }
    }

    /** A client of ZooKeeper repeats all requests of a lock but one, until the connection works again. */
    private static boolean canBreak(NextCommand next) {
        return next.to().equals(LockServer.LANE)
                || next.to().equals(Trace.DATABASE)
                || next.to().equals(Trace.ZOOKEEPER) && next.text().startsWith("create EPHEMERAL");
    }

    /** Waits for a waiting client to continue, or else lets the leases expire. */
    private List<Option> whenNobodyCanGoOn() {
        if (state.possible().contains(END)) {
            return List.of(new Option(List.of(END), 0));
        }
        if (isWaiting(Player.ANN) || isWaiting(Player.BOB)) {
            if (game.awaitSomebody(leasesHaveEnded ? TO_BE_TOLD : TO_COME_ON)) {
                return whenSomebodyHasComeOn();
            }
            // A client that sleeps until its lease expires by the clock does not notice that we have ended the lease.
            followed = !leasesHaveEnded || game.waitsForEver(Player.ANN) || game.waitsForEver(Player.BOB);
            if (followed && game.awaitSomebody(TO_BE_SURE)) {
                return whenSomebodyHasComeOn();
            }
        }
        return List.of();
    }

    private List<Option> whenSomebodyHasComeOn() {
        state = game.state();
        inVain.clear();
        return options();
    }

    private void add(List<Option> options, int cost, Move... together) {
        if (used + cost <= interruptions) {
            options.add(new Option(List.of(together), cost));
        }
    }

    private boolean canStep(Player player) {
        return !inVain.contains(player) && state.possible().contains(new Move(Action.STEP, player));
    }

    private boolean isWaiting(Player player) {
        return clientState(player).condition().equals("waits");
    }

    private ClientState clientState(Player player) {
        return state.clients().get(player.ordinal());
    }

    private static Player other(Player player) {
        return player == Player.ANN ? Player.BOB : Player.ANN;
    }

    void take(Option option) throws MoveNotPossibleException {
        used += option.cost();
        Player player = option.moves().getFirst().player();
        String stoodAt = player == null ? "" : nextOf(player);
        for (Move move : option.moves()) {
            game.play(move);
            moves.add(move);
            if (game.state().ending() != null) {
                break;
            }
        }
        state = game.state();
        leasesHaveEnded |= option.moves().contains(END);
        somethingBroke |= option.moves().getFirst().action() == Action.CUT;
        somebodyDied |= option.moves().getFirst().action() == Action.KILL;
        if (player == null) {
            inVain.clear();
            return;
        }
        present = player;
        boolean plain = option.moves().size() == 1 && option.moves().getFirst().action() == Action.STEP;
        if (plain && isInVain(player, stoodAt)) {
            inVain.add(player);
        } else {
            inVain.clear();
            undisturbed.remove(other(player));
        }
    }

    /**
     * Whether the player is where they were, and will stay there until the other player acts. Either they are at the
     * same command again, or a whole attempt without a move of the other player was refused.
     */
    private boolean isInVain(Player player, String stoodAt) {
        int attempts = game.attempts(player);
        int before = Objects.requireNonNullElse(begun.put(player, attempts), 1);
        boolean ended = before != attempts;
        Outcome latest = clientState(player).latest();
        boolean whole = ended && undisturbed.contains(player) && latest == Outcome.BUSY;
        if (ended) {
            undisturbed.add(player);
        }
        boolean failed = ended && latest == Outcome.FAILED;
        return whole || (!failed && stoodAt.equals(nextOf(player)));
    }

    private String nextOf(Player player) {
        NextCommand next = clientState(player).next();
        return next == null
                ? ""
                : next.text().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}|\\d{6,}", "…") + " at " + next.source();
    }

    List<Move> moves() {
        return List.copyOf(moves);
    }

    /** Whether the end can be told apart from a long wait. */
    boolean isFollowed() {
        return followed && state.ending() != Ending.MOVES_USED_UP;
    }

    /** The damage; null if there is none. Call it at the end only. */
    @Nullable
    Damage damage() {
        if (state.ending() == Ending.OVERSOLD) {
            return new Damage(Damage.Kind.OVERSOLD, "the last unit was sold twice");
        }
        if (!isFollowed()) {
            return null;
        }
        if (state.ending() != Ending.HELD) {
            return stuck();
        }
        int known = state.sold() + state.left();
        if (known > 1) {
            return new Damage(Damage.Kind.OVERSOLD, "the last unit was sold, and can be sold again");
        }
        // A lock's caller handles a unit that was taken but not recorded. A purchase must be carried out in the end.
        boolean mayBeUnrecorded = !isPurchase && (somethingBroke || somebodyDied);
        if (known < 1 && !mayBeUnrecorded) {
            return new Damage(
                    Damage.Kind.LOST,
                    state.sold() == 0
                            ? "a unit is gone, and nobody has it"
                            : "one order was served, and a unit of another order, which was not, is gone as well");
        }
        if (state.sold() == 0 && state.left() == 1 && !somebodyDied) {
            return new Damage(Damage.Kind.LOST, "both were told that it is sold out, and nobody has it");
        }
        return null;
    }

    private @Nullable Damage stuck() {
        for (Player player : Player.values()) {
            ClientState client = clientState(player);
            if (isWaiting(player)) {
                return new Damage(
                        Damage.Kind.STUCK, client.name() + " waits on, although nobody is in the way any more");
            }
        }
        for (Player player : Player.values()) {
            ClientState client = clientState(player);
            if (inVain.contains(player)
                    || state.ending() == Ending.LOCKED_OUT
                            && !client.condition().equals("dead")) {
                return new Damage(
                        Damage.Kind.STUCK,
                        client.name() + " is refused for ever, although nobody else is about to do anything");
            }
        }
        return null;
    }
}
