package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;

/** A service gave no answer. The request may or may not have been carried out. */
public final class UpstreamException extends Exception {

    private static final long serialVersionUID = 1L;

    private final ProblemType problem;

    UpstreamException(ProblemType problem, String message) {
        super(message, null, false, false);
        this.problem = problem;
    }

    UpstreamException(ProblemType problem, String message, Exception cause) {
        super(message, cause);
        this.problem = problem;
    }

    /** What the caller is told: SERVICE_UNAVAILABLE or GATEWAY_TIMEOUT. */
    public ProblemType problem() {
        return problem;
    }
}
