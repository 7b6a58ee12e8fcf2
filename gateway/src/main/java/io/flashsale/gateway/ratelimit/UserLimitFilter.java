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

/** Limits the request rate of each user. Runs after the token check. */
final class UserLimitFilter extends OncePerRequestFilter {

    private final UserLimit limit;

    UserLimitFilter(UserLimit limit) {
        this.limit = limit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Shopper> shopper = CurrentUser.shopper();
        if (shopper.isEmpty() || limit.allows(shopper.get(), request, response)) {
            chain.doFilter(request, response);
        }
    }
}
