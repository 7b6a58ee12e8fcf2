package io.flashsale.commons.adminchange;

import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.problem.ProblemResponses;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;

/**
 * Records each change below {@code /api/admin} before it is made, and its answer afterwards. A change that cannot
 * be recorded is refused with 503. Runs after the token check, so that it sees administrators only.
 */
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1)
final class AdminChangeFilter extends OncePerRequestFilter {

    static final int MAX_BODY = 1_000;

    private static final Logger log = LoggerFactory.getLogger(AdminChangeFilter.class);
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final int MAX_PATH = 250;

    private final AdminChanges changes;
    private final ProblemResponses problems;

    AdminChangeFilter(AdminChanges changes, ProblemResponses problems) {
        this.changes = changes;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return SAFE.contains(request.getMethod()) || !request.getServletPath().startsWith("/api/admin/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Jwt administrator = CurrentUser.token().orElseThrow();
        long id;
        try {
            id = changes.begin(asked(request, administrator));
        } catch (DataAccessException away) {
            log.warn("a change is refused because it cannot be recorded: {}", away.getMessage());
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            problems.write(response, ProblemType.SERVICE_UNAVAILABLE);
            return;
        }
        ContentCachingRequestWrapper read = new ContentCachingRequestWrapper(request, MAX_BODY);
        int status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR; // the status if an exception follows
        try {
            chain.doFilter(read, response);
            status = response.getStatus();
        } finally {
            recordAnswer(id, read, status);
        }
    }

    private static AdminChanges.Asked asked(HttpServletRequest request, Jwt administrator) {
        String path = request.getRequestURI();
        return new AdminChanges.Asked(
                Shopper.of(administrator).id(),
                Objects.requireNonNullElse(administrator.getClaimAsString(Tokens.USERNAME_CLAIM), ""),
                request.getRemoteAddr(),
                String.valueOf(request.getAttribute(CorrelationIdFilter.KEY)),
                request.getMethod(),
                path.length() > MAX_PATH ? path.substring(0, MAX_PATH) : path);
    }

    /** The change has been made or refused by now, so a database that is down must not alter the answer. */
    private void recordAnswer(long id, ContentCachingRequestWrapper read, int status) {
        try {
            changes.end(id, new String(read.getContentAsByteArray(), StandardCharsets.UTF_8), status);
        } catch (DataAccessException away) {
            log.warn("the answer to change {} is not recorded: {}", id, away.getMessage());
        }
    }
}
