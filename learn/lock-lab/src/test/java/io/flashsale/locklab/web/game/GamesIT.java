package io.flashsale.locklab.web.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.locklab.LockLabFixture;
import io.flashsale.locklab.scheduler.Ending;
import io.flashsale.locklab.scheduler.GameScheme;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Games over HTTP, on real processes and servers. */
class GamesIT extends LockLabFixture {

    private static final String GAMES = "/api/lab/games";

    private Answer start(long user, String strategy, String moves) {
        return call(
                "POST", GAMES, shopper(user), "{\"strategy\": \"%s\", \"moves\": \"%s\"}".formatted(strategy, moves));
    }

    private Answer move(long user, String game, String move) {
        return call("POST", game + "/moves", shopper(user), "{\"move\": \"" + move + "\"}");
    }

    @Test
    void isPlayedMoveByMoveAndByNobodyElse() {
        assertThat(get(GAMES).body().path("schemes").size())
                .isEqualTo(GameScheme.all().size());
        Answer started = start(7, "A1", "ab");
        assertThat(started.status()).as(started.raw().body()).isEqualTo(201);
        String game = started.raw().headers().firstValue("Location").orElseThrow();
        assertThat(started.body().path("moves").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(started.body().path("possible").toString()).contains("\"a\"", "\"kb\"");
        assertThat(started.body().at("/diagram/steps").toString()).contains("GET stock:");

        assertThat(move(8, game, "a").problem()).isEqualTo("game-not-found");
        assertThat(call("GET", game, shopper(8), "").problem()).isEqualTo("game-not-found");
        Answer refused = move(7, game, "ra");
        assertThat(refused.problem()).isEqualTo("move-not-possible");
        assertThat(refused.body().path("obstacle").asString()).isEqualTo("not-paused");
        assertThat(move(7, game, "ab").problem()).isEqualTo("invalid-request");
        assertThat(move(7, game, "x").problem()).isEqualTo("invalid-request");

        move(7, game, "a");
        JsonNode won = move(7, game, "b").body();
        assertThat(won.path("ending").asString()).as(won.toString()).isEqualTo("OVERSOLD");
        assertThat(won.path("sold").asInt()).isEqualTo(2);
        assertThat(move(7, game, "a").body().path("obstacle").asString()).isEqualTo("game-over");
        assertThat(call("GET", game, shopper(7), "").body().path("ending").asString())
                .isEqualTo("OVERSOLD");
    }

    @Test
    void replaysWhatSomebodyElseHasFoundAsFarAsItFits() {
        assertThat(start(7, "a6", "aaebbaabb").body().path("ending").asString()).isEqualTo("OVERSOLD");
        JsonNode game = start(7, "A6", "aebe").body();
        assertThat(game.path("moves").size()).isEqualTo(4);
        game = start(7, "A6", "aeeb").body();
        assertThat(game.path("refused").toString())
                .isEqualTo("{\"number\":3,\"move\":\"e\",\"obstacle\":\"no-lease\"}");
        assertThat(game.path("moves").size()).isEqualTo(2);
        assertThat(start(7, "A6", "abz").problem()).isEqualTo("invalid-request");
        assertThat(start(7, "A6", "a".repeat(61)).problem()).isEqualTo("invalid-request");
        assertThat(start(7, "B1", "").problem()).isEqualTo("strategy-not-found");
        assertThat(call("POST", GAMES, "", "{\"strategy\": \"A6\"}").status()).isEqualTo(401);
    }

    @Test
    void thereIsRoomForAFewOnly() {
        String first = start(7, "A1", "").raw().headers().firstValue("Location").orElseThrow();
        String second =
                start(8, "A1", "").raw().headers().firstValue("Location").orElseThrow();
        assertThat(start(9, "A1", "").problem()).isEqualTo("games-full");
        JsonNode left = call("DELETE", first, shopper(7), "").body();
        assertThat(left.path("ending").asString()).isEqualTo("LEFT");
        String third = start(9, "A1", "").raw().headers().firstValue("Location").orElseThrow();
        for (String own : List.of(second, third)) {
            call("DELETE", own, shopper(own.equals(second) ? 8 : 9), "");
        }
    }

    @Test
    void endsByItselfWhenNobodyPlaysAndFreesWhatItHeld() {
        System.setProperty("flashsale.lock-lab.directory", DIRECTORY + "-idle");
        Games games = new Games(1, Duration.ofSeconds(1));
        RepeatedTask sweeping = new RepeatedTask("lab-games", Duration.ofSeconds(1), games::sweep);
        sweeping.start();
        try {
            GameScheme scheme = GameScheme.find("A1").orElseThrow();
            if (!(games.start(scheme, List.of(), 7) instanceof Games.Outcome.Started(LiveGame game))) {
                throw new AssertionError("no game");
            }
            await().atMost(Duration.ofMinutes(10)).until(game::isOver);
            assertThat(game.view().ending()).isEqualTo(Ending.LEFT);
            assertThat(games.start(scheme, List.of(), 8)).isInstanceOf(Games.Outcome.Started.class);
        } finally {
            sweeping.stop();
            games.destroy();
            System.setProperty("flashsale.lock-lab.directory", DIRECTORY.toString());
        }
    }
}
