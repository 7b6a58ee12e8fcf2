package io.flashsale.gateway.edge;

import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Knows the requests that a browser itself makes, so that it would show a problem as JSON. */
@FunctionalInterface
public interface RefusalPages {

    /** The page of the shop to lead the browser to instead; empty if the caller can read a problem. */
    Optional<String> pageFor(HttpServletRequest refused, ProblemType why);
}
