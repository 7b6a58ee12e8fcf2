package io.flashsale.gateway.ratelimit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits each address before anything is spent on the request; guessing passwords is limited more tightly,
 * and whoever guesses wrong has to wait longer and longer.
 */
final class AddressLimitFilter extends OncePerRequestFilter {

    private static final Set<String> SIGN_IN = Set.of("/api/login", "/api/session", "/api/accounts");

    private final TokenBuckets<Object> all;
    private final TokenBuckets<Object> signIn;
    private final WrongPasswords wrongPasswords;
    private final RateLimited rateLimited;

    AddressLimitFilter(RateLimitProperties limits, RateLimited rateLimited) {
        this.all = new TokenBuckets<>(limits.address(), limits.tracked());
        this.signIn = new TokenBuckets<>(limits.signIn(), limits.tracked());
        this.wrongPasswords = new WrongPasswords(limits);
        this.rateLimited = rateLimited;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Object address = ClientAddress.of(request.getRemoteAddr());
        long wait = all.take(address);
        if (wait > 0) {
            rateLimited.byAddress(request, response, wait);
            return;
        }
        if (isSignIn(request)) {
            wait = Math.max(signIn.take(address), wrongPasswords.waitFor(request.getRemoteAddr()));
            if (wait > 0) {
                rateLimited.bySignIn(request, response, wait);
                return;
            }
        }
        chain.doFilter(request, response);
        if (response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED && isSignIn(request)) {
            wrongPasswords.add(request.getRemoteAddr());
        }
    }

    /** By the decoded path, which is what will be routed. */
    private static boolean isSignIn(HttpServletRequest request) {
        return request.getMethod().equals("POST") && SIGN_IN.contains(request.getServletPath());
    }
}
