package io.flashsale.gateway.edge;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.securitylog.SecurityLog;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Writes each change that an administrator requests, and its outcome, to the security log. Runs after the token
 * check.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 2)
final class AdminChangeLog extends OncePerRequestFilter {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return SAFE.contains(request.getMethod());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Shopper> administrator = CurrentUser.isAdmin() ? CurrentUser.shopper() : Optional.empty();
        int status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR; // the status if an exception follows
        try {
            chain.doFilter(request, response);
            status = response.getStatus();
        } finally {
            if (administrator.isPresent()) {
                SecurityLog.changed(administrator.get().id(), request, status);
            }
        }
    }
}
