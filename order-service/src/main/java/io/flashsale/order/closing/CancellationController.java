package io.flashsale.order.closing;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.closing.Cancellations.Outcome;
import io.flashsale.order.ordering.OrderProblems;
import io.flashsale.order.ordering.OrderView;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CancellationController {

    private final Cancellations cancellations;

    CancellationController(Cancellations cancellations) {
        this.cancellations = cancellations;
    }

    @ApiCall(
            value = "Cancel an order; may be repeated",
            refusals = {
                ProblemType.ORDER_NOT_FOUND,
                ProblemType.ORDER_QUEUED,
                ProblemType.ORDER_PAID,
                ProblemType.ORDER_REJECTED,
                ProblemType.ORDER_CLOSED
            })
    @PostMapping("/api/orders/{id}/cancellation")
    ResponseEntity<OrderView> cancel(Shopper shopper, @PathVariable long id) {
        return switch (cancellations.cancel(shopper.id(), id)) {
            case Outcome.Closed(var order) -> ResponseEntity.ok(OrderView.of(order));
            case Outcome.AlreadyPaid() -> Problems.answer(Problems.of(ProblemType.ORDER_PAID));
            case Outcome.Rejected() -> Problems.answer(Problems.of(ProblemType.ORDER_REJECTED));
            case Outcome.PaidTooLate() -> Problems.answer(Problems.of(ProblemType.ORDER_CLOSED));
            case Outcome.NoOrder(var missing) -> OrderProblems.answer(missing);
        };
    }
}
