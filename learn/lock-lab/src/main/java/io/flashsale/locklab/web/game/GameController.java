package io.flashsale.locklab.web.game;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.scheduler.GameScheme;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.scheduler.MoveNotPossibleException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lab/games")
class GameController {

    private final Games games;

    GameController(Games games) {
        this.games = games;
    }

    /** @param moves to play at once, one after the other, such as {@code aapaebb} */
    record NewGame(@NotBlank String strategy, @Nullable String moves) {}

    record NextMove(@NotBlank String move) {}

    @GetMapping
    @ApiCall("The schemes at which one can be the scheduler, and how much a game may take")
    GameView.Playables schemes() {
        return new GameView.Playables(
                GameScheme.all().stream().map(GameView.Playable::of).toList(),
                CaseCatalogue.all().stream().flatMap(GameView.LeftOut::of).toList(),
                Move.MAX,
                Games.AT_ONCE,
                Games.IDLE.toSeconds());
    }

    @PostMapping
    @ApiCall(
            value = "Be the scheduler: begin a game on real processes and servers, and play some moves",
            status = 201,
            refusals = {ProblemType.STRATEGY_NOT_FOUND, ProblemType.GAMES_FULL, ProblemType.LAB_UNAVAILABLE})
    ResponseEntity<GameView> start(@Valid @RequestBody NewGame wanted, Shopper user) {
        GameScheme scheme = GameScheme.find(wanted.strategy())
                .orElseThrow(() -> new ProblemException(
                        ProblemType.STRATEGY_NOT_FOUND,
                        "This scheme cannot be played; GET /api/lab/games lists those that can."));
        List<Move> moves = parsed(wanted.moves() == null ? "" : wanted.moves());
        return switch (games.start(scheme, moves, user.id())) {
            case Games.Outcome.Started(LiveGame game) ->
                ResponseEntity.created(URI.create("/api/lab/games/" + game.id()))
                        .body(game.view());
            case Games.Outcome.Full _ ->
                Problems.answer(
                        Problems.of(ProblemType.GAMES_FULL, "So many games can be played at once: " + Games.AT_ONCE));
            case Games.Outcome.Unavailable _ ->
                Problems.answer(
                        ResponseEntity.status(ProblemType.LAB_UNAVAILABLE.status())
                                .header(HttpHeaders.RETRY_AFTER, "10"),
                        Problems.of(ProblemType.LAB_UNAVAILABLE, "Servers cannot be started on this machine."));
        };
    }

    @GetMapping("/{id}")
    @ApiCall(value = "A game of one's own", refusals = ProblemType.GAME_NOT_FOUND)
    GameView game(@PathVariable String id, Shopper user) {
        return find(id, user).view();
    }

    @PostMapping("/{id}/moves")
    @ApiCall(
            value = "Play a move",
            refusals = {ProblemType.GAME_NOT_FOUND, ProblemType.MOVE_NOT_POSSIBLE})
    ResponseEntity<GameView> play(@PathVariable String id, @Valid @RequestBody NextMove wanted, Shopper user) {
        LiveGame game = find(id, user);
        List<Move> moves = parsed(wanted.move());
        if (moves.size() != 1) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "One move at a time.");
        }
        try {
            game.play(moves.getFirst());
            return ResponseEntity.ok(game.view());
        } catch (MoveNotPossibleException e) {
            ProblemDetail problem = Problems.of(ProblemType.MOVE_NOT_POSSIBLE);
            problem.setProperty("obstacle", e.obstacle().slug());
            return Problems.answer(problem);
        }
    }

    @DeleteMapping("/{id}")
    @ApiCall(value = "Leave a game", refusals = ProblemType.GAME_NOT_FOUND)
    GameView leave(@PathVariable String id, Shopper user) {
        LiveGame game = find(id, user);
        game.leave();
        return game.view();
    }

    private static List<Move> parsed(String codes) {
        return Move.parse(codes)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.INVALID_REQUEST,
                        "At most " + Move.MAX + " moves: a, b, e, or one of p, r, k, c, m before a or b."));
    }

    private LiveGame find(String id, Shopper user) {
        return games.find(id, user.id())
                .orElseThrow(() -> new ProblemException(Problems.of(ProblemType.GAME_NOT_FOUND)));
    }
}
