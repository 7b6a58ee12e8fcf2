package io.flashsale.locklab.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.scheduler.Move.Action;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.trace.Diagram.StepView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Games on real processes and servers: moves that sell one unit twice, and schemes that no moves oversell. */
class GameIT {

    private static final int MAX_PREEMPTIONS = 2;

    /** A process that stands still for longer than its lease cannot renew it. A slow machine may cause that. */
    private static final int ATTEMPTS = 3;

    private static final Move END = new Move(Action.END_LEASE, null);

    @AutoClose
    private static final Laboratory LABORATORY =
            new Laboratory(Path.of("target/game-" + ProcessHandle.current().pid()));

    private static Game begin(String scheme) {
        return Game.begin(GameScheme.find(scheme).orElseThrow(), LABORATORY);
    }

    private static GameState play(Game game, String moves) throws MoveNotPossibleException {
        for (Move move : Move.parse(moves).orElseThrow()) {
            game.play(move);
        }
        return game.state();
    }

    private static GameState played(String scheme, String moves) throws MoveNotPossibleException {
        try (Game game = begin(scheme)) {
            return play(game, moves);
        }
    }

    private static GameState.NextCommand next(GameState state, Player player) {
        return Objects.requireNonNull(state.clients().get(player.ordinal()).next());
    }

    private static Obstacle obstacle(Game game, String move) {
        try {
            play(game, move);
        } catch (MoveNotPossibleException e) {
            return e.obstacle();
        }
        throw new AssertionError(move + " is possible");
    }

    @Test
    void showsEachCommandBeforeItIsSentAndDrawsItAfterwards() throws MoveNotPossibleException {
        try (Game game = begin("A6")) {
            GameState.NextCommand next = next(game.state(), Player.ANN);
            assertThat(next.to()).isEqualTo("lock-server");
            assertThat(next.text()).startsWith("SET lock:item-").contains(" NX PX ");
            assertThat(String.valueOf(next.source())).contains("SetNxExLock.java", "redis.call(\"SET\"");

            GameState state = play(game, "ab");
            assertThat(state.moves()).hasSize(2);
            assertThat(next(state, Player.ANN).text()).startsWith("GET stock:");
            assertThat(next(state, Player.BOB).text()).startsWith("SET lock:item-");
            assertThat(state.clients().getLast().latest()).isEqualTo(Outcome.BUSY);
            assertThat(state.diagram().steps())
                    .filteredOn(step -> step.kind().equals("command"))
                    .extracting(StepView::lane, StepView::to, StepView::answer)
                    .containsExactly(tuple("ann", "lock-server", "OK"), tuple("bob", "lock-server", "nil"));
            assertThat(state.diagram().held())
                    .hasSize(1)
                    .allSatisfy(hold -> assertThat(hold.by()).isEqualTo("ann"));
            assertThat(state.diagram().believed()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"A1, abab", "A2, abab", "A6, aaebbaabb"})
    void sellsOneUnitTwice(String scheme, String moves) throws MoveNotPossibleException {
        GameState state = played(scheme, moves);
        assertThat(state.ending()).as(state.toString()).isEqualTo(Ending.OVERSOLD);
        assertThat(state.sold()).isEqualTo(2);
        assertThat(state.left()).isZero();
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "A5, aaaebbbaabb",
        "A7, aaebbaabbb",
        "A8, aaebbaabb",
        "A9, aapaebbbbraaa",
        "A9, aacaebbbbmaaa",
        "A10, aaebbaabb",
        "A11, aaebbaabb",
        "A12, aaebbaabb",
        "A13, aaebbaabb",
        "A14, aaebbaabbb"
    })
    void sellsOneUnitTwiceAtFurtherSchemes(String scheme, String moves) throws MoveNotPossibleException {
        sellsOneUnitTwice(scheme, moves);
    }

    /** Plays the moves that defeat a scheme against its cure, as far as they are possible there. */
    @ParameterizedTest
    @CsvSource({"A3, abab, 0", "A17, aaebbaabb, 1", "D3, aabbaa, 1", "D6, abab, 1"})
    void withstandsWhatDefeatsOthers(String scheme, String moves, int sold) throws MoveNotPossibleException {
        GameState state = played(scheme, moves);
        assertThat(state.ending()).as(state.toString()).isNotEqualTo(Ending.OVERSOLD);
        assertThat(state.sold()).isEqualTo(sold);
    }

    @Test
    @Tag("long")
    void aWatchdogRenewsWhatAnotherLockLoses() throws MoveNotPossibleException {
        GameState state = played("A9", "aae");
        for (int attempt = 1; attempt < ATTEMPTS && !state.renewed(); attempt++) {
            state = played("A9", "aae");
        }
        assertThat(state.renewed()).isTrue();
        assertThat(state.diagram().steps())
                .anySatisfy(step -> assertThat(step.text()).contains("lock/renew"));
    }

    @Test
    void anUnfreedLockOfADeadClientEndsTheGame() throws MoveNotPossibleException {
        GameState state = played("A3", "akab");
        assertThat(state.ending()).isEqualTo(Ending.LOCKED_OUT);
        assertThat(state.sold()).isZero();
        assertThat(state.clients().getFirst().condition()).isEqualTo("dead");
    }

    @Test
    void refusesMovesThatDoNotFitAndGoesOn() throws MoveNotPossibleException {
        try (Game game = begin("A6")) {
            assertThat(obstacle(game, "e")).isEqualTo(Obstacle.NO_LEASE);
            assertThat(obstacle(game, "ra")).isEqualTo(Obstacle.NOT_PAUSED);
            assertThat(obstacle(game, "ma")).isEqualTo(Obstacle.NOT_CUT);
            play(game, "capa");
            assertThat(obstacle(game, "a")).isEqualTo(Obstacle.PAUSED);
            assertThat(obstacle(game, "ma")).isEqualTo(Obstacle.PAUSED);
            assertThat(obstacle(game, "ca")).isEqualTo(Obstacle.CUT_ALREADY);
            play(game, "ka");
            assertThat(obstacle(game, "ra")).isEqualTo(Obstacle.DEAD);
            play(game, "bbbb");
            assertThat(obstacle(game, "b")).isEqualTo(Obstacle.GAME_OVER);
            GameState state = game.state();
            assertThat(state.ending()).isEqualTo(Ending.HELD);
            assertThat(state.possible()).isEmpty();
            assertThat(Move.format(state.moves())).isEqualTo("capakabbbb");
        }
        try (Game game = begin("A1")) {
            assertThat(obstacle(game, "ca")).isEqualTo(Obstacle.NO_LINK);
            assertThat(obstacle(game, "e")).isEqualTo(Obstacle.NO_LEASE);
        }
    }

    @Test
    void aCutLineBreaksTheNextCommandAndNoOther() throws MoveNotPossibleException {
        GameState state = played("A6", "cabbbbamaaaa");
        GameState.ClientState ann = state.clients().getFirst();
        assertThat(ann.latest()).isEqualTo(Outcome.SOLD_OUT);
        assertThat(state.diagram().steps())
                .anySatisfy(step -> assertThat(step.answer()).contains("UncheckedIOException"));
    }

    static Stream<String> schemesThatHold() {
        return GameScheme.all().stream()
                .filter(scheme -> !scheme.canBeOversold())
                .map(scheme -> scheme.what().id());
    }

    /** Plays all orders with up to two preemptions, enough to break other schemes, and a lease end at each moment. */
    @ParameterizedTest
    @Tag("weekly")
    @MethodSource("schemesThatHold")
    void isOversoldInNoOrder(String id) throws MoveNotPossibleException {
        assertThat(oversellsInSomeOrder(id)).isFalse();
    }

    @Test
    @Tag("long")
    void anExplorationFindsWhatOversells() throws MoveNotPossibleException {
        assertThat(oversellsInSomeOrder("A6")).isTrue();
    }

    private boolean oversellsInSomeOrder(String id) throws MoveNotPossibleException {
        Decisions decisions = new Decisions();
        do {
            if (exploreOne(id, decisions) == Ending.OVERSOLD) {
                return true;
            }
        } while (decisions.toTheNext());
        return false;
    }

    private @Nullable Ending exploreOne(String id, Decisions decisions) throws MoveNotPossibleException {
        Set<Player> inVain = EnumSet.noneOf(Player.class);
        try (Game game = begin(id)) {
            GameState state = game.state();
            boolean leaseHasEnded = false;
            Player present = Player.ANN;
            int preemptions = 0;
            while (state.ending() == null) {
                List<Move> steps = state.possible().stream()
                        .filter(move -> move.action() == Action.STEP && !inVain.contains(move.player()))
                        .toList();
                Move goOn = new Move(Action.STEP, present);
                List<Move> options =
                        new ArrayList<>(steps.contains(goOn) && preemptions == MAX_PREEMPTIONS ? List.of(goOn) : steps);
                if (!leaseHasEnded && state.possible().contains(END)) {
                    options.add(END);
                }
                if (options.isEmpty()) {
                    break;
                }
                Move move = options.get(decisions.next(options.size()));
                game.play(move);
                GameState before = state;
                state = game.state();
                leaseHasEnded |= move.equals(END);
                Player player = move.player();
                if (player != null && player != present) {
                    preemptions += steps.contains(goOn) ? 1 : 0;
                    present = player;
                }
                if (player != null && isWhereItWas(player, before, state)) {
                    inVain.add(player);
                } else {
                    inVain.clear();
                }
            }
            return state.ending();
        }
    }

    /** Whether it was refused and is at the same command again, in vain until the other client acts. */
    private static boolean isWhereItWas(Player player, GameState before, GameState after) {
        String now = String.valueOf(after.clients().get(player.ordinal()).next());
        return withoutOwners(
                        String.valueOf(before.clients().get(player.ordinal()).next()))
                .equals(withoutOwners(now));
    }

    private static String withoutOwners(String command) {
        return command.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "owner");
    }
}
