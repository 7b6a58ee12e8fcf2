package io.flashsale.locklab.web.game;

import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.locklab.scheduler.Game;
import io.flashsale.locklab.scheduler.GameScheme;
import io.flashsale.locklab.scheduler.Move;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The current games: one per player, a few at once. A player who is idle for a while has left. */
@Component
class Games implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(Games.class);

    /** Concurrent games; each has servers and processes of its own. */
    static final int AT_ONCE = 2;

    /** How long a game waits for its next move before it ends. */
    static final Duration IDLE = Duration.ofMinutes(5);

    private final Duration idle;
    private final List<GamePlace> places;
    private final Map<String, LiveGame> games = new ConcurrentHashMap<>();

    Games() {
        this(AT_ONCE, IDLE);
    }

    Games(int atOnce, Duration idle) {
        this.idle = idle;
        this.places = IntStream.rangeClosed(1, atOnce).mapToObj(GamePlace::new).toList();
    }

    sealed interface Outcome {
        record Started(LiveGame game) implements Outcome {}

        /** The maximum number of games are in progress. */
        record Full() implements Outcome {}

        /** Games cannot be started here. */
        record Unavailable() implements Outcome {}
    }

    /** Begins a game in place of the player's present one, and plays these moves. */
    Outcome start(GameScheme scheme, List<Move> moves, long player) {
        games.values().stream().filter(game -> game.isOf(player)).forEach(this::forget);
        Optional<GamePlace> place = places.stream().filter(GamePlace::tryTake).findFirst();
        if (place.isEmpty()) {
            return new Outcome.Full();
        }
        return start(scheme, moves, player, place.get());
    }

    private Outcome start(GameScheme scheme, List<Move> moves, long player, GamePlace place) {
        LiveGame game;
        try {
            game = new LiveGame(UUID.randomUUID().toString(), player, Game.begin(scheme, place.laboratory()), place);
        } catch (DirectoryInUseException anotherProcess) {
            place.leave();
            return new Outcome.Full();
        } catch (UncheckedIOException | UnsupportedOperationException | IllegalStateException e) {
            log.warn("no game can be played here", e);
            place.close();
            place.leave();
            return new Outcome.Unavailable();
        } catch (RuntimeException e) {
            place.close();
            place.leave();
            throw e;
        }
        games.put(game.id(), game);
        game.replay(moves);
        return new Outcome.Started(game);
    }

    /** The player's game, as long as it is their latest. */
    Optional<LiveGame> find(String id, long player) {
        return Optional.ofNullable(games.get(id)).filter(game -> game.isOf(player));
    }

    private void forget(LiveGame game) {
        game.leave();
        games.remove(game.id());
    }

    /** Ends idle games and releases what they held; later it deletes them. */
    void sweep() {
        long nanos = idle.toNanos();
        games.values().stream().filter(game -> game.isIdleFor(nanos)).forEach(LiveGame::leave);
        games.values().removeIf(game -> game.isIdleFor(2 * nanos));
        places.forEach(place -> place.closeIfFreeFor(nanos));
    }

    @Override
    public void destroy() {
        games.values().forEach(LiveGame::leave);
        places.forEach(GamePlace::close);
    }
}
