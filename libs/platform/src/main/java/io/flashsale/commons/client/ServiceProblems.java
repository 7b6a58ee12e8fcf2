package io.flashsale.commons.client;

import io.flashsale.contracts.problem.ProblemType;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.web.client.RestClientResponseException;

/** Tells a service's own answers from those of an intermediary, such as a proxy. */
public final class ServiceProblems {

    private ServiceProblems() {}

    /**
     * Whether the answer is this problem. The status alone is not enough: a proxy without a route, or a wrong URL,
     * also answers 404, and that must not reject everybody's order.
     */
    public static boolean is(ProblemType type, RestClientResponseException answer) {
        return answer.getStatusCode().value() == type.status() && type.uri().equals(typeOf(answer));
    }

    /** A property of the problem beyond those of RFC 9457; null if there is none. */
    public static @Nullable String property(String name, RestClientResponseException answer) {
        ProblemDetail problem = answer.getResponseBodyAs(ProblemDetail.class);
        return problem == null
                        || problem.getProperties() == null
                        || !(problem.getProperties().get(name) instanceof String value)
                ? null
                : value;
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
