package io.flashsale.order.stock;

import io.flashsale.contracts.problem.ProblemType;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.web.client.RestClientResponseException;

/** Tells stock-service's own answers from those of whatever else may stand in the way. */
final class StockProblems {

    private StockProblems() {}

    /**
     * Whether the answer is this problem. The status alone does not do: a proxy without a route, or a wrong URL, also
     * answers 404, and that must not reject everybody's order.
     */
    static boolean is(ProblemType type, RestClientResponseException answer) {
        return answer.getStatusCode().value() == type.status() && type.uri().equals(typeOf(answer));
    }

    private static @Nullable URI typeOf(RestClientResponseException answer) {
        try {
            ProblemDetail problem = answer.getResponseBodyAs(ProblemDetail.class);
            return problem == null ? null : problem.getType();
        } catch (RuntimeException notAProblem) {
            return null;
        }
    }
}
