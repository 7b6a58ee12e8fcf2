package io.flashsale.gateway.routing;

import io.flashsale.gateway.edge.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 404 to calls that the route table does not name, before any handler could answer them. Paths outside the
 * table need no token, so a handler added elsewhere would be public.
 */
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1)
final class UnknownCalls extends OncePerRequestFilter {

    private final RequestMatcher unknown;
    private final Refusal notFound;

    UnknownCalls(RequestMatcher unknown, Refusal notFound) {
        this.unknown = unknown;
        this.notFound = notFound;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (unknown.matches(request)) {
            notFound.writeTo(response);
        } else {
            chain.doFilter(request, response);
        }
    }
}
