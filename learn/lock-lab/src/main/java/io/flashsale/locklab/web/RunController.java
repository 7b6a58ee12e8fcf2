package io.flashsale.locklab.web;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scenario.Limits;
import io.flashsale.locklab.scenario.Sizes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.util.Objects;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lab/runs")
class RunController {

    private static final Sizes DEFAULT = new Sizes(100, 20, 2, Limits.TIME);
    private static final int MAX_PAGE = 100;

    private final Runs runs;

    RunController(Runs runs) {
        this.runs = runs;
    }

    /** Sizes are allowed only for scenarios that take them. */
    record NewRun(
            @NotBlank String strategy,
            @NotBlank String scenario,
            @Nullable @Min(1) @Max(Limits.STOCK) Integer stock,
            @Nullable @Min(1) @Max(Limits.BUYERS) Integer buyers,
            @Nullable @Min(1) @Max(Limits.PROCESSES) Integer processes) {

        boolean hasSizes() {
            return stock != null || buyers != null || processes != null;
        }

        Sizes sizes() {
            return new Sizes(
                    stock == null ? DEFAULT.stock() : stock,
                    buyers == null ? DEFAULT.buyers() : buyers,
                    processes == null ? DEFAULT.processes() : processes,
                    DEFAULT.atMost());
        }
    }

    @PostMapping
    @ApiCall(
            value = "Run a scenario of a scheme on real processes and servers",
            status = 202,
            refusals = {ProblemType.STRATEGY_NOT_FOUND, ProblemType.LAB_BUSY, ProblemType.LAB_UNAVAILABLE})
    ResponseEntity<RunView> start(@Valid @RequestBody NewRun wanted, Shopper user) {
        Case what = CaseCatalogue.find(wanted.strategy())
                .orElseThrow(() -> new ProblemException(Problems.of(ProblemType.STRATEGY_NOT_FOUND)));
        Scenario scenario = what.scenario(wanted.scenario())
                .orElseThrow(() -> new ProblemException(
                        ProblemType.STRATEGY_NOT_FOUND,
                        what.id() + " has no such scenario; GET /api/lab/strategies lists them."));
        if (wanted.hasSizes() && !scenario.takesSizes()) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "This scenario has clients of its own: leave stock, buyers and processes out.");
        }
        return switch (runs.start(what, scenario, wanted.sizes(), user.id())) {
            case Runs.Outcome.Started(RunView run) ->
                ResponseEntity.accepted()
                        .location(URI.create("/api/lab/runs/" + run.id()))
                        .body(run);
            case Runs.Outcome.Busy(Long runId) -> {
                ProblemDetail problem = Problems.of(
                        ProblemType.LAB_BUSY, "One run at a time; wait until it has ended, a minute at most.");
                problem.setProperty("runId", runId == null ? null : Long.toString(runId));
                yield Problems.answer(problem);
            }
            case Runs.Outcome.Unavailable _ ->
                Problems.answer(
                        ResponseEntity.status(ProblemType.LAB_UNAVAILABLE.status())
                                .header(HttpHeaders.RETRY_AFTER, "10"),
                        Problems.of(ProblemType.LAB_UNAVAILABLE, "Servers cannot be started on this machine."));
        };
    }

    @GetMapping
    @ApiCall("The history of runs, newest first")
    RunView.Page list(
            @RequestParam(defaultValue = "0") @Min(0) @Max(1_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(MAX_PAGE) int size,
            HttpServletRequest request) {
        RunView.Page found = runs.newestFirst(page, size);
        return new RunView.Page(
                found.runs().stream().map(run -> asSeenIn(request, run)).toList(),
                found.page(),
                found.size(),
                found.total());
    }

    @GetMapping("/{id}")
    @ApiCall(value = "A run and what came of it", refusals = ProblemType.RUN_NOT_FOUND)
    RunView run(@PathVariable long id, HttpServletRequest request) {
        return asSeenIn(request, find(id));
    }

    /** Only the user who started a run, and administrators, may see who started it. */
    private static RunView asSeenIn(HttpServletRequest request, RunView run) {
        Long user = CurrentUser.shopper().map(Shopper::id).orElse(null);
        return request.isUserInRole(Tokens.ADMIN) ? run : run.seenBy(user);
    }

    @DeleteMapping("/{id}")
    @ApiCall(value = "Cancel a run that one has started", refusals = ProblemType.RUN_NOT_FOUND)
    RunView cancel(@PathVariable long id, Shopper user, HttpServletRequest request) throws InterruptedException {
        if (!Objects.equals(find(id).startedBy(), user.id()) && !request.isUserInRole(Tokens.ADMIN)) {
            throw new ProblemException(ProblemType.FORBIDDEN, "Somebody else has started it.");
        }
        runs.cancel(id);
        return find(id);
    }

    private RunView find(long id) {
        return runs.find(id).orElseThrow(() -> new ProblemException(Problems.of(ProblemType.RUN_NOT_FOUND)));
    }
}
