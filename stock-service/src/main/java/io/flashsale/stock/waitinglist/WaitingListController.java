package io.flashsale.stock.waitinglist;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.stock.waitinglist.WaitingList.Outcome;
import io.flashsale.stock.waitinglist.WaitingShopper.State;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/sales/{saleId}/waiting-list")
class WaitingListController {

    private final WaitingList list;
    private final Clock clock;

    WaitingListController(WaitingList list, Clock clock) {
        this.list = list;
        this.clock = clock;
    }

    /**
     * @param ahead only while the shopper waits: how many are before them, at most 1,000
     * @param offeredUntil only while a unit is kept for the shopper
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WaitingView(
            State state, @Nullable Integer ahead, @Nullable Instant offeredUntil) {}

    @ApiCall(
            value = "Join the waiting list of a sold-out sale, at the end; a repeated call changes nothing",
            refusals = {
                ProblemType.NO_WAITING_LIST,
                ProblemType.NOT_SOLD_OUT,
                ProblemType.ALREADY_PURCHASED,
                ProblemType.TOO_MANY_UNPAID,
                ProblemType.SALE_NOT_OPEN,
                ProblemType.SALE_ENDED,
                ProblemType.SALE_NOT_FOUND,
                ProblemType.SALE_WARMING_UP
            })
    @PostMapping
    ResponseEntity<WaitingView> join(@PathVariable long saleId, Shopper shopper) {
        return answer(list.join(saleId, shopper.id()));
    }

    @ApiCall(
            value = "One's own place in the waiting list, and whether a unit is offered",
            refusals = {ProblemType.NOT_WAITING, ProblemType.SALE_NOT_FOUND})
    @GetMapping
    ResponseEntity<WaitingView> find(@PathVariable long saleId, Shopper shopper) {
        return answer(list.find(saleId, shopper.id()));
    }

    @ApiCall(value = "Leave the waiting list; a repeated call changes nothing", status = 204)
    @DeleteMapping
    ResponseEntity<Void> leave(@PathVariable long saleId, Shopper shopper) {
        list.leave(saleId, shopper.id());
        return ResponseEntity.noContent().build();
    }

    private ResponseEntity<WaitingView> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.InList(State state, Integer ahead, Instant until) ->
                ResponseEntity.ok(new WaitingView(state, ahead, until));
            case Outcome.Refused(ProblemType why, Instant until) -> refuse(why, until);
        };
    }

    private ResponseEntity<WaitingView> refuse(ProblemType why, @Nullable Instant until) {
        if (until != null) {
            return Problems.retryAt(until, clock.instant(), Problems.of(why));
        }
        return why.status() == 503 ? Problems.retryLater(why) : Problems.answer(Problems.of(why));
    }
}
