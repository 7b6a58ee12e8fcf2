package io.flashsale.order.ordering;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import org.springframework.http.ResponseEntity;

/** The problems for calls about an order that is not there. */
public final class OrderProblems {

    private OrderProblems() {}

    public static <T> ResponseEntity<T> answer(OrderLookup.Missing missing) {
        return switch (missing) {
            case OrderLookup.Queued _, OrderLookup.UnderReview _ ->
                Problems.answer(Problems.of(ProblemType.ORDER_QUEUED));
            case OrderLookup.NotFound() -> Problems.answer(Problems.of(ProblemType.ORDER_NOT_FOUND));
            case OrderLookup.Undecided() -> Problems.retryLater(ProblemType.SERVICE_UNAVAILABLE);
        };
    }
}
