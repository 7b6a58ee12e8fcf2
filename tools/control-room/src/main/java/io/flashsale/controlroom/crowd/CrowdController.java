package io.flashsale.controlroom.crowd;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** For administrators only, see {@code ControlRoomConfiguration}. */
@RestController
@RequestMapping("/api/lab/crowds")
class CrowdController {

    static final int MIN_SHOPPERS = 50;
    static final int MAX_SHOPPERS = 5_000;
    static final int MAX_CLICKS = 100;
    private static final int MAX_ARRIVAL_SECONDS = 60;

    private final Crowds crowds;

    CrowdController(Crowds crowds) {
        this.crowds = crowds;
    }

    /**
     * @param arriveWithinSeconds time over which the shoppers arrive; by default all arrive at once
     * @param scripts the part of the crowd that are scripts; none by default
     */
    record NewCrowd(
            @NotNull @Positive Long saleId,
            @NotNull @Min(MIN_SHOPPERS) @Max(MAX_SHOPPERS) Integer shoppers,
            @Nullable @Min(0) @Max(MAX_ARRIVAL_SECONDS) Integer arriveWithinSeconds,
            @Nullable @Valid NewScripts scripts) {

        Duration arriveWithin() {
            return Duration.ofSeconds(arriveWithinSeconds == null ? 0 : arriveWithinSeconds);
        }

        ScriptShare scriptsAmongThem() {
            return scripts == null ? ScriptShare.NONE : scripts.toScripts();
        }
    }

    /**
     * @param percent of the shoppers
     * @param clicks per script, from the opening on; 1 by default
     * @param proofOfWork whether they do the work that the sale requires before entry; not by default
     */
    record NewScripts(
            @NotNull @Min(0) @Max(100) Integer percent,
            @Nullable @Min(1) @Max(MAX_CLICKS) Integer clicks,
            @Nullable Boolean proofOfWork) {

        ScriptShare toScripts() {
            return new ScriptShare(percent, clicks == null ? 1 : clicks, Boolean.TRUE.equals(proofOfWork));
        }
    }

    @PostMapping
    ResponseEntity<CrowdView> send(@Valid @RequestBody NewCrowd crowd) throws InterruptedException {
        String admin = CurrentUser.token().orElseThrow().getTokenValue();
        return switch (crowds.send(
                crowd.saleId(), crowd.shoppers(), crowd.arriveWithin(), crowd.scriptsAmongThem(), admin)) {
            case Crowds.Outcome.Started(Crowd sent) ->
                ResponseEntity.accepted()
                        .location(URI.create("/api/lab/crowds/" + sent.plan().id()))
                        .body(sent.view());
            case Crowds.Outcome.Busy _ ->
                Problems.answer(Problems.of(
                        ProblemType.CROWD_RUNNING,
                        "Wait until it has ended, two minutes after the opening at most, or cancel it."));
            case Crowds.Outcome.TooMuch(String fault) ->
                Problems.answer(Problems.of(ProblemType.INVALID_REQUEST, fault));
            case Crowds.Outcome.OpensLater _ ->
                Problems.answer(Problems.of(
                        ProblemType.SALE_NOT_OPEN,
                        "A crowd waits five minutes for the opening of a waiting room, and not longer."));
            case Crowds.Outcome.NoSuchSale _ -> Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND));
            case Crowds.Outcome.NoShoppers _ ->
                Problems.answer(Problems.of(
                        ProblemType.NO_SIMULATED_SHOPPERS,
                        "Crowds need flashsale.accounts.simulated-shoppers=true at order-service, as in the demo."));
            case Crowds.Outcome.ShopUnavailable _ -> Problems.retryLater("The shop does not answer; nobody was sent.");
        };
    }

    /** Lists the last few crowds, newest first. */
    @GetMapping
    List<CrowdView> list() {
        return crowds.newestFirst().stream().map(Crowd::view).toList();
    }

    @GetMapping("/{id}")
    CrowdView progress(@PathVariable String id) {
        return find(id).view();
    }

    /** Ends the visits of shoppers without a final answer; answers so far stay counted. */
    @DeleteMapping("/{id}")
    CrowdView cancel(@PathVariable String id) {
        Crowd crowd = find(id);
        crowd.cancel();
        return crowd.view();
    }

    private Crowd find(String id) {
        return crowds.find(id).orElseThrow(() -> new ProblemException(Problems.of(ProblemType.CROWD_NOT_FOUND)));
    }
}
