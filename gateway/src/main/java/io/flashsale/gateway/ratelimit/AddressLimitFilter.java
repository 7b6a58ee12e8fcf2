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
 * and each gets a number in a waiting room. Coupons are limited by how many an address and its network get.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 3)
final class AddressLimitFilter extends OncePerRequestFilter {

    /** Costs as much computing as logging in. */
    private static final String NEW_PASSWORD = "/api/accounts/password";

    /** Costs a call to the provider; both halves of a log-in count. */
    private static final String PROVIDER_LOG_IN = "/api/session/provider";

    /** Where the provider sends the browser back to. It brings no password, so it does not wait for wrong ones. */
    private static final String PROVIDER_CALLBACK = PROVIDER_LOG_IN + "/callback";

    private static final String SIGN_UP = "/api/accounts";

    private final TokenBuckets all;
    private final TokenBuckets allOfNetwork;
    private final TokenBuckets signIn;
    private final TokenBuckets signInOfNetwork;
    private final TokenBuckets signUp;
    private final TokenBuckets signUpOfNetwork;
    private final TokenBuckets claim;
    private final TokenBuckets claimOfNetwork;
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
        this.claim = new TokenBuckets(limits.claim(), ticker);
        this.claimOfNetwork = new TokenBuckets(limits.claimOfNetwork(), ticker);
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
                        && isRefused(Excess.SIGN_IN, waitToSignIn(address, request), request, response))
                || (isPostTo(SIGN_UP, request) && isRefused(Excess.SIGN_UP, waitToSignUp(address), request, response));
        if (refused) {
            return;
        }
        if (isClaim(request)) {
            claim(address, request, response, chain);
            return;
        }
        chain.doFilter(request, response);
        if (response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED && isSignIn(request)) {
            wrongPasswords.add(address);
        }
    }

    /**
     * Counts the claim before it is made, so that many at once do not pass, and takes it back if it got no new coupon.
     * One that got a coupon counts also if its caller does not wait for the answer.
     */
    private void claim(String address, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isRefused(Excess.CLAIM, waitToClaim(address), request, response)) {
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            if (response.getStatus() != HttpServletResponse.SC_ACCEPTED || Repetition.isMarked(request)) {
                claim.giveBack(ClientAddress.of(address));
                claimOfNetwork.giveBack(ClientAddress.networkOf(address));
            }
        }
    }

    private static boolean isClaim(HttpServletRequest request) {
        String path = request.getServletPath();
        return request.getMethod().equals("POST") && path.startsWith("/api/coupons/") && path.endsWith("/claims");
    }

    private boolean isRefused(Excess excess, long wait, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return rateLimited.refuses(excess, wait, request, response, 0);
    }

    private long waitForAny(String address) {
        return take(address, all, allOfNetwork);
    }

    private long waitToSignIn(String address, HttpServletRequest request) {
        long wait = request.getServletPath().equals(PROVIDER_CALLBACK) ? 0 : wrongPasswords.waitFor(address);
        return wait > 0 ? wait : take(address, signIn, signInOfNetwork);
    }

    private long waitToSignUp(String address) {
        return take(address, signUp, signUpOfNetwork);
    }

    /** A claim that the network refuses costs its address nothing: it gets no coupon. */
    private long waitToClaim(String address) {
        long wait = claim.take(ClientAddress.of(address));
        if (wait > 0) {
            return wait;
        }
        wait = claimOfNetwork.take(ClientAddress.networkOf(address));
        if (wait > 0) {
            claim.giveBack(ClientAddress.of(address));
        }
        return wait;
    }

    /** Asks the address first, so that a request it may not make does not count for its network. */
    private static long take(String address, TokenBuckets ofAddress, TokenBuckets ofNetwork) {
        long wait = ofAddress.take(ClientAddress.of(address));
        return wait > 0 ? wait : ofNetwork.take(ClientAddress.networkOf(address));
    }

    private static boolean isSignIn(HttpServletRequest request) {
        return isPostTo("/api/login", request)
                || isPostTo("/api/session", request)
                || request.getServletPath().startsWith(PROVIDER_LOG_IN);
    }

    /** Compares the decoded path, which is the one that is routed. */
    private static boolean isPostTo(String path, HttpServletRequest request) {
        return request.getMethod().equals("POST") && path.equals(request.getServletPath());
    }
}
