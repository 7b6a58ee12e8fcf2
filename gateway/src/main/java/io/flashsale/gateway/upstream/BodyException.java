package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;

/** What the caller sends is not taken: too much, too slow, or broken off. It says nothing about a service. */
public final class BodyException extends IOException {

    private static final long serialVersionUID = 1L;

    private final ProblemType problem;

    public BodyException(ProblemType problem) {
        super(problem.title());
        this.problem = problem;
    }

    /** What the caller is told. */
    public ProblemType problem() {
        return problem;
    }
}
