package io.flashsale.gateway.ratelimit;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.web.filter.OncePerRequestFilter;

/** Limits each user, from wherever the requests come. Stands behind the token check. */
final class UserLimitFilter extends OncePerRequestFilter {

    private final TokenBuckets<Long> users;
    private final RateLimited rateLimited;

    UserLimitFilter(RateLimitProperties limits, RateLimited rateLimited) {
        this.users = new TokenBuckets<>(limits.user(), limits.tracked());
        this.rateLimited = rateLimited;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Shopper> shopper = CurrentUser.shopper();
        if (shopper.isPresent()) {
            long wait = users.take(shopper.get().id());
            if (wait > 0) {
                rateLimited.byUser(response, wait);
                return;
            }
        }
        chain.doFilter(request, response);
    }
}
