package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;

/** The caller's body is refused: it is too large, too slow or incomplete. No service is at fault. */
public final class BodyException extends IOException {

    private static final long serialVersionUID = 1L;

    private final ProblemType problem;

    public BodyException(ProblemType problem) {
        super(problem.title());
        this.problem = problem;
    }

    /** The problem that the caller is told. */
    public ProblemType problem() {
        return problem;
    }
}
