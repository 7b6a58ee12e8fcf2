package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.quota.ClientAddress;
import io.flashsale.gateway.connection.RequestsInFlight;
import io.flashsale.gateway.ratelimit.RateLimited.Excess;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits each address and each network. Runs first of all, so that requests above the limit cost nothing.
 *
 * <p>It limits the requests in flight and the request rate. Logging in has tighter limits, by address and by
 * network, and wrong passwords lead to growing waits. Opening accounts has the tightest limits: an account is free,
 * and each gets a number in a waiting room.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 3)
final class AddressLimitFilter extends OncePerRequestFilter {

    /** Costs as much computing as logging in. */
    private static final String NEW_PASSWORD = "/api/accounts/password";

    private static final String SIGN_UP = "/api/accounts";

    private final TokenBuckets all;
    private final TokenBuckets allOfNetwork;
    private final TokenBuckets signIn;
    private final TokenBuckets signInOfNetwork;
    private final TokenBuckets signUp;
    private final TokenBuckets signUpOfNetwork;
    private final WrongPasswords wrongPasswords;
    private final RateLimited rateLimited;

    /** @param addresses the limits of addresses for all requests */
    AddressLimitFilter(
            TokenBuckets addresses, RateLimitProperties limits, RateLimited rateLimited, Clock clock, Ticker ticker) {
        this.all = addresses;
        this.allOfNetwork = new TokenBuckets(limits.network(), ticker);
        this.signIn = new TokenBuckets(limits.signIn(), ticker);
        this.signInOfNetwork = new TokenBuckets(limits.signInOfNetwork(), ticker);
        this.signUp = new TokenBuckets(limits.signUp(), ticker);
        this.signUpOfNetwork = new TokenBuckets(limits.signUpOfNetwork(), ticker);
        this.wrongPasswords = new WrongPasswords(limits, clock);
        this.rateLimited = rateLimited;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String address = request.getRemoteAddr();
        // Requests in flight: 1 s, because no exact time is known, and some may end soon.
        boolean refused = isRefused(Excess.ADDRESS, waitForAny(address), request, response)
                || (RequestsInFlight.areTooMany(request) && isRefused(Excess.REQUESTS_IN_FLIGHT, 1, request, response))
                || ((isSignIn(request) || isPostTo(NEW_PASSWORD, request))
                        && isRefused(Excess.SIGN_IN, waitToSignIn(address), request, response))
                || (isPostTo(SIGN_UP, request) && isRefused(Excess.SIGN_UP, waitToSignUp(address), request, response));
        if (refused) {
            return;
        }
        chain.doFilter(request, response);
        if (response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED && isSignIn(request)) {
            wrongPasswords.add(address);
        }
    }

    private boolean isRefused(Excess excess, long wait, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return rateLimited.refuses(excess, wait, request, response, 0);
    }

    private long waitForAny(String address) {
        return take(address, all, allOfNetwork);
    }

    private long waitToSignIn(String address) {
        long wait = wrongPasswords.waitFor(address);
        return wait > 0 ? wait : take(address, signIn, signInOfNetwork);
    }

    private long waitToSignUp(String address) {
        return take(address, signUp, signUpOfNetwork);
    }

    /** Asks the address first, so that a request it may not make does not count for its network. */
    private static long take(String address, TokenBuckets ofAddress, TokenBuckets ofNetwork) {
        long wait = ofAddress.take(ClientAddress.of(address));
        return wait > 0 ? wait : ofNetwork.take(ClientAddress.networkOf(address));
    }

    private static boolean isSignIn(HttpServletRequest request) {
        return isPostTo("/api/login", request) || isPostTo("/api/session", request);
    }

    /** Compares the decoded path, which is the one that is routed. */
    private static boolean isPostTo(String path, HttpServletRequest request) {
        return request.getMethod().equals("POST") && path.equals(request.getServletPath());
    }
}
