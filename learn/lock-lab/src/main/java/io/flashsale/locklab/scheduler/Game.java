package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scheduler.GameState.ClientState;
import io.flashsale.locklab.scheduler.GameState.NextCommand;
import io.flashsale.locklab.scheduler.Seat.Condition;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.trace.Recording;
import io.flashsale.locklab.trace.SourceLine;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A game: two real clients of a scheme, in a process each, one unit on real servers, and a scheduler. The scheduler
 * decides which client goes on. Clients run the scheme's own code and stop before each of their commands; nothing
 * is simulated.
 *
 * <p>The same moves always lead to the same end, however fast they are played: leases expire only when the
 * scheduler lets them. A client that is refused or gets an exception tries again. For one thread at a time.
 */
public final class Game implements AutoCloseable {

    private static final int STOCK = 1;
    private static final Move END = new Move(Move.Action.END_LEASE, null);
    private static final Duration TO_COME_ON = Duration.ofMillis(30);

    private final GameScheme scheme;
    private final Laboratory laboratory;
    private final Laboratory.Prepared servers;
    private final LockServer lockServer;
    private final String lock;
    private final GameWiring wiring;
    private final Map<Player, Seat> seats;
    private final Recording recording;
    private final LeaseClock clock;
    private final UnitCount units;
    private final List<Move> moves = new ArrayList<>();
    private boolean renewed;
    private boolean lockedOut;
    private @Nullable Ending ending;

    private Game(GameScheme scheme, Laboratory laboratory) {
        this.scheme = scheme;
        this.laboratory = laboratory;
        this.servers = laboratory.prepare(scheme.what(), Player.values().length);
        this.lockServer = servers.backends().get(LockServer.KIND);
        this.lock = LockedStock.lockOf(servers.item());
        this.wiring = new GameWiring(scheme, servers, lock);
        this.seats = wiring.seats();
        this.recording = wiring.recording();
        this.clock = new LeaseClock(scheme, servers.backends(), lock, recording);
        this.units = new UnitCount(servers, STOCK);
    }

    /**
     * Begins a game. Both clients are stopped at their first command.
     *
     * @param laboratory for this game alone until it is closed
     * @throws ScenarioException if the clients do not get there
     */
    public static Game begin(GameScheme scheme, Laboratory laboratory) {
        Game game = new Game(scheme, laboratory);
        try {
            game.wiring.open(STOCK);
            return game;
        } catch (RuntimeException e) {
            game.giveUp();
            throw e;
        }
    }

    /**
     * Plays a move, and returns when every running client has stopped again.
     *
     * @throws ScenarioException if that does not happen; the game cannot continue then
     */
    public void play(Move move) throws MoveNotPossibleException {
        Optional<Obstacle> obstacle = obstacle(move);
        if (obstacle.isPresent()) {
            throw new MoveNotPossibleException(move, obstacle.get());
        }
        recording.separate();
        renewed = false;
        carryOut(move);
        moves.add(move);
        awaitWhoComesOn(TO_COME_ON);
        recording.look();
        units.count(seats.values());
        ending = ending();
    }

    private Optional<Obstacle> obstacle(Move move) {
        if (ending != null) {
            return Optional.of(Obstacle.GAME_OVER);
        }
        Player player = move.player();
        if (player != null) {
            return seat(player).obstacle(move.action());
        }
        return clock.runs() ? Optional.empty() : Optional.of(Obstacle.NO_LEASE);
    }

    private Seat seat(Player player) {
        Seat seat = seats.get(player);
        if (seat == null) {
            throw new IllegalStateException("the game is not open");
        }
        return seat;
    }

    private void carryOut(Move move) {
        Player player = move.player();
        if (player == null) {
            renewed = clock.endLease();
            return;
        }
        Seat seat = seat(player);
        switch (move.action()) {
            case STEP -> step(seat);
            case PAUSE -> {
                seat.pause();
                clock.stop();
            }
            case RESUME -> seat.resume();
            case KILL -> {
                seat.kill();
                servers.resource().died(servers.item(), player.clientName());
                clock.stop();
                if (scheme.isRepeated()) {
                    repeat(player);
                }
            }
            case CUT -> {
                seat.cut();
                recording.mark(Kind.CUT, player.clientName(), "");
                clock.stop();
                clock.awaitRenewal();
            }
            case MEND -> {
                seat.mend();
                recording.mark(Kind.MENDED, player.clientName(), "");
            }
            case END_LEASE -> throw new IllegalStateException("of nobody");
        }
    }

    /** Repeats a dead client's unfinished order in the process of the other client. */
    private void repeat(Player player) {
        Seat other = seats.values().stream()
                .filter(each -> each.condition() != Condition.DEAD)
                .findFirst()
                .orElse(null);
        if (other != null) {
            seat(player).beginIn(wiring.client(player, other.client().process()));
        }
    }

    /**
     * Waits this long for waiting clients to continue.
     *
     * @return whether any client has continued
     */
    public boolean awaitSomebody(Duration time) {
        boolean came = awaitWhoComesOn(time);
        if (came) {
            recording.look();
            units.count(seats.values());
            ending = ending();
        }
        return came;
    }

    private boolean awaitWhoComesOn(Duration time) {
        boolean came = false;
        for (Seat seat : seats.values()) {
            if (seat.condition() == Condition.WAITS) {
                if (seat.comesOn(time)) {
                    tryAgain(seat);
                }
                came |= seat.condition() != Condition.WAITS;
            }
        }
        return came;
    }

    private void step(Seat seat) {
        if (seat.step()) {
            tryAgain(seat);
        }
    }

    /** Lets a client that could not buy try again, unless it would be refused for ever. */
    private void tryAgain(Seat seat) {
        if (seat.isGone()) {
            return;
        }
        boolean alone = seats.values().stream().allMatch(each -> each == seat || each.condition() == Condition.DEAD);
        lockedOut =
                alone && seat.client().latest() == Outcome.BUSY && obstacle(END).isPresent();
        if (!lockedOut) {
            seat.begin();
        }
    }

    private @Nullable Ending ending() {
        if (units.sold() > STOCK) {
            return Ending.OVERSOLD;
        }
        if (seats.values().stream().allMatch(Seat::isGone)) {
            return Ending.HELD;
        }
        if (lockedOut) {
            return Ending.LOCKED_OUT;
        }
        return moves.size() == Move.MAX ? Ending.MOVES_USED_UP : null;
    }

    public GameState state() {
        return new GameState(
                scheme,
                List.copyOf(moves),
                Move.all().stream().filter(move -> obstacle(move).isEmpty()).toList(),
                ending,
                units.sold(),
                units.left(),
                renewed,
                seats.values().stream().map(this::stateOf).toList(),
                recording.diagram());
    }

    /** How often the client has begun to buy. */
    public int attempts(Player player) {
        return seat(player).client().attempts();
    }

    /** Whether the client waits without a time-out, until another wakes it. */
    public boolean waitsForEver(Player player) {
        return seat(player).condition() == Condition.WAITS
                && seat(player).client().waitsForEver();
    }

    /** The data stored on the scheme's servers now, for display. */
    public List<String> contents() {
        return scheme.what().backends().stream()
                .flatMap(kind -> servers.backends().get(kind).contents().stream())
                .toList();
    }

    private ClientState stateOf(Seat seat) {
        SteppedClient client = seat.client();
        SteppedClient.Command next = client.next();
        return new ClientState(
                client.name(),
                seat.condition().name().toLowerCase(Locale.ROOT),
                seat.isCut(),
                client.latest(),
                client.fault(),
                next == null || seat.isGone()
                        ? null
                        : new NextCommand(recording.laneOf(next.to()), next.text(), SourceLine.of(next.source())));
    }

    /** Releases everything that it holds. The remaining processes can be used for the next game. */
    @Override
    public void close() {
        try {
            letThemLeave();
            seats.values().forEach(Seat::close);
        } catch (RuntimeException e) {
            giveUp();
        }
    }

    private void letThemLeave() {
        List<Seat> alive = seats.values().stream()
                .filter(seat -> seat.condition() != Condition.DEAD)
                .toList();
        if (scheme.mayWait()) {
            lockServer.reset(); // also wakes clients that wait for keys with other names
        }
        alive.forEach(Seat::mend);
        alive.stream().filter(seat -> seat.condition() == Condition.PAUSED).forEach(Seat::resume);
        lockServer.redis().call("DEL", lock); // wakes any client that waits for the lock
        alive.forEach(seat -> seat.client().free());
        alive.forEach(seat -> seat.client().awaitEnd());
        alive.forEach(seat -> seat.client().process().closeCase());
    }

    private void giveUp() {
        laboratory.killWorkers();
        seats.values().forEach(Seat::close);
    }
}
