package io.flashsale.gateway.edge;

import io.flashsale.gateway.refusal.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Says that a call that nobody has decided about is not there, before any handler could answer it: what is no route needs no
 * token, so one that was added in another place would be open to everybody.
 */
public final class UnknownCalls extends OncePerRequestFilter {

    private final RequestMatcher unknown;
    private final Refusal notFound;

    public UnknownCalls(RequestMatcher unknown, Refusal notFound) {
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
