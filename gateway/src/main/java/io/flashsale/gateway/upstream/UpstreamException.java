package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;

/** A service gave no answer. */
public final class UpstreamException extends Exception {

    private static final long serialVersionUID = 1L;

    private final ProblemType problem;
    private final boolean mayHaveBeenSent;

    /** The request was not sent, or the problem says that nobody knows. */
    public UpstreamException(ProblemType problem, String message) {
        this(problem, message, problem == ProblemType.GATEWAY_TIMEOUT);
    }

    UpstreamException(ProblemType problem, String message, boolean mayHaveBeenSent) {
        super(message, null, false, false);
        this.problem = problem;
        this.mayHaveBeenSent = mayHaveBeenSent;
    }

    /** What the caller is told: SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT, or what was wrong with a body that it was sending. */
    public ProblemType problem() {
        return problem;
    }

    /** Whether the request may have been carried out; if not, it certainly was not. */
    public boolean mayHaveBeenSent() {
        return mayHaveBeenSent;
    }
}
