package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;

/** A service gave no answer. */
public final class UpstreamException extends Exception {

    private static final long serialVersionUID = 1L;

    private final ProblemType problem;
    private final boolean mayHaveBeenSent;

    /** The problem says whether the outcome is unknown; otherwise the request was not sent. */
    public UpstreamException(ProblemType problem, String message) {
        this(problem, message, problem == ProblemType.GATEWAY_TIMEOUT);
    }

    UpstreamException(ProblemType problem, String message, boolean mayHaveBeenSent) {
        super(message, null, false, false);
        this.problem = problem;
        this.mayHaveBeenSent = mayHaveBeenSent;
    }

    /**
     * The problem for the caller: SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT, or the fault of the body that the caller
     * was sending.
     */
    public ProblemType problem() {
        return problem;
    }

    /** Whether the service may have carried out the request. If false, it certainly did not. */
    public boolean mayHaveBeenSent() {
        return mayHaveBeenSent;
    }
}
