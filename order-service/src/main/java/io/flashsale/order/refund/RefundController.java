package io.flashsale.order.refund;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows administrators refunds with their reasons and states, and retries them. */
@RestController
@RequestMapping("/api/admin/refunds")
class RefundController {

    private static final int MAX_LIMIT = 500;

    private final Refunds refunds;

    RefundController(Refunds refunds) {
        this.refunds = refunds;
    }

    record RefundList(List<Refund> items) {}

    @ApiCall(value = "Refunds: first those that are not made, newest first", refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    RefundList list(@RequestParam(defaultValue = "50") int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "limit is 1 to " + MAX_LIMIT + ".");
        }
        return new RefundList(refunds.list(limit));
    }

    @ApiCall(
            value = "Ask the payment provider for a refund again, now; may be repeated",
            refusals = ProblemType.NOT_FOUND)
    @PostMapping("/{id}/retry")
    Refund tryAgain(@PathVariable long id) {
        return refunds.tryAgain(id)
                .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND, "There is no such refund."));
    }
}
