package io.flashsale.commons.problem;

import io.flashsale.contracts.problem.ProblemType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a request with a problem where the method's return type cannot carry one. */
public final class ProblemException extends ErrorResponseException {

    public ProblemException(ProblemDetail problem) {
        super(org.springframework.http.HttpStatusCode.valueOf(problem.getStatus()), problem, null);
    }

    public ProblemException(ProblemType type, String detail) {
        this(Problems.of(type, detail));
    }
}
