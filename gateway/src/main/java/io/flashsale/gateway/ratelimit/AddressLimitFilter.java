package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.network.ClientAddress;
import io.flashsale.gateway.connection.RequestsInFlight;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits each address before the request costs anything.
 *
 * <p>It limits the requests in flight and the request rate. Logging in has tighter limits, by address and by
 * network, and wrong passwords lead to growing waits. Opening accounts has the tightest limits: an account is free,
 * and each gets a number in a waiting room.
 */
final class AddressLimitFilter extends OncePerRequestFilter {

    private static final Set<String> SIGN_IN = Set.of("/api/login", "/api/session");

    /** Costs as much computing as logging in. */
    private static final String NEW_PASSWORD = "/api/accounts/password";

    private static final String SIGN_UP = "/api/accounts";

    private final TokenBuckets<Object> all;
    private final TokenBuckets<Object> signIn;
    private final TokenBuckets<Object> signInOfNetwork;
    private final TokenBuckets<Object> signUp;
    private final TokenBuckets<Object> signUpOfNetwork;
    private final WrongPasswords wrongPasswords;
    private final RateLimited rateLimited;

    /** @param all the limits of addresses for all requests */
    AddressLimitFilter(
            TokenBuckets<Object> all,
            RateLimitProperties limits,
            RateLimited rateLimited,
            WrongPasswords wrongPasswords,
            Ticker ticker) {
        this.all = all;
        this.signIn = new TokenBuckets<>(limits.signIn(), ticker);
        this.signInOfNetwork = new TokenBuckets<>(limits.signInOfNetwork(), ticker);
        this.signUp = new TokenBuckets<>(limits.signUp(), ticker);
        this.signUpOfNetwork = new TokenBuckets<>(limits.signUpOfNetwork(), ticker);
        this.wrongPasswords = wrongPasswords;
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
        if (RequestsInFlight.areTooMany(request)) {
            rateLimited.byRequestsInFlight(request, response);
            return;
        }
        if (isSignIn(request) || isPostTo(NEW_PASSWORD, request)) {
            wait = waitToSignIn(request.getRemoteAddr());
            if (wait > 0) {
                rateLimited.bySignIn(request, response, wait);
                return;
            }
        }
        if (isPostTo(SIGN_UP, request)) {
            wait = waitToSignUp(request.getRemoteAddr());
            if (wait > 0) {
                rateLimited.bySignUp(request, response, wait);
                return;
            }
        }
        chain.doFilter(request, response);
        if (response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED && isSignIn(request)) {
            wrongPasswords.add(request.getRemoteAddr());
        }
    }

    /** Checks the address first, so that an attempt it may not make does not count for its network. */
    private long waitToSignIn(String address) {
        long wait = wrongPasswords.waitFor(address);
        if (wait == 0) {
            wait = signIn.take(ClientAddress.of(address));
        }
        return wait > 0 ? wait : signInOfNetwork.take(ClientAddress.networkOf(address));
    }

    /** As {@link #waitToSignIn}. */
    private long waitToSignUp(String address) {
        long wait = signUp.take(ClientAddress.of(address));
        return wait > 0 ? wait : signUpOfNetwork.take(ClientAddress.networkOf(address));
    }

    private static boolean isSignIn(HttpServletRequest request) {
        return SIGN_IN.stream().anyMatch(path -> isPostTo(path, request));
    }

    /** Compares the decoded path, which is the one that is routed. */
    private static boolean isPostTo(String path, HttpServletRequest request) {
        return request.getMethod().equals("POST") && path.equals(request.getServletPath());
    }
}
