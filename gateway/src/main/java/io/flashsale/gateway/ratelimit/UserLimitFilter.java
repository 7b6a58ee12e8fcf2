package io.flashsale.gateway.ratelimit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.filter.OncePerRequestFilter;

/** Limits each user, from wherever the requests come. Stands behind the token check. */
final class UserLimitFilter extends OncePerRequestFilter {

    private final Allowances<String> users;
    private final RateLimited rateLimited;

    UserLimitFilter(RateLimitProperties limits, RateLimited rateLimited) {
        this.users = new Allowances<>(limits.user(), limits.tracked());
        this.rateLimited = rateLimited;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        if (who != null && who.getPrincipal() instanceof Jwt token && token.getSubject() != null) {
            long wait = users.take(token.getSubject());
            if (wait > 0) {
                rateLimited.byUser(response, wait);
                return;
            }
        }
        chain.doFilter(request, response);
    }
}
