package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.gateway.ratelimit.RateLimited.Excess;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the rate of each user's calls of the API, from all addresses together. Runs after the token check. Files of the
 * pages and texts of the course do not count: a browser that knows none of them loads a hundred at once.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1)
public final class UserLimit extends OncePerRequestFilter {

    private static final String COUNTED = UserLimit.class.getName() + ".counted";

    private final TokenBuckets users;
    private final RateLimited rateLimited;

    UserLimit(RateLimitProperties limits, RateLimited rateLimited, Ticker ticker) {
        this.users = new TokenBuckets(limits.user(), ticker);
        this.rateLimited = rateLimited;
    }

    /** Whether the user may continue. If not, the response is already complete, with 429. */
    public boolean allows(Shopper shopper, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return !rateLimited.refuses(Excess.USER, users.take(shopper.id()), request, response, shopper.id());
    }

    /** Counts the request, if the user may continue; the filter then lets it pass. If not, the filter refuses it. */
    public boolean counts(Shopper shopper, HttpServletRequest request) {
        boolean within = users.take(shopper.id()) == 0;
        if (within) {
            request.setAttribute(COUNTED, true);
        }
        return within;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getServletPath().startsWith("/api/") || request.getAttribute(COUNTED) != null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Shopper> shopper = CurrentUser.shopper();
        if (shopper.isEmpty() || allows(shopper.get(), request, response)) {
            chain.doFilter(request, response);
        }
    }
}
