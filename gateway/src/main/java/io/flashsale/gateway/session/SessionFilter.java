package io.flashsale.gateway.session;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.Refusal;
import io.flashsale.gateway.edge.Refusals;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes the token from the session cookie if the Authorization header has none, for the token check that follows.
 * Refuses changes on the strength of a cookie unless one of our pages sends them.
 *
 * <p>A cookie with an invalid token counts as none, so that its shopper can still browse the shop.
 *
 * <p>Runs before the filters that need the token, and after the limit for addresses, which must precede any cost.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 2)
final class SessionFilter extends OncePerRequestFilter {

    /** The request attribute that carries the token. */
    static final String TOKEN = SessionFilter.class.getName() + ".token";

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final SessionCookie cookie;
    private final JwtDecoder decoder;
    private final Refusal forbidden;

    SessionFilter(SessionCookie cookie, JwtDecoder decoder, Refusals refusals) {
        this.cookie = cookie;
        this.decoder = decoder;
        this.forbidden = refusals.of(ProblemType.FORBIDDEN);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getHeader(HttpHeaders.AUTHORIZATION) == null) {
            String token = cookie.read(request);
            // Logging in and out count too: a foreign page must not log a shopper into another account.
            boolean ofSession = token != null || request.getServletPath().startsWith(SessionController.PATH);
            if (ofSession && !SAFE.contains(request.getMethod()) && !CsrfCheck.sent(request)) {
                SecurityLog.refused(SecurityLog.Refusal.CROSS_SITE_REFUSED, request, 0);
                forbidden.writeTo(response);
                return;
            }
            if (token != null && mayBeGood(token)) {
                request.setAttribute(TOKEN, token);
            }
        }
        chain.doFilter(request, response);
    }

    private boolean mayBeGood(String token) {
        try {
            decoder.decode(token);
            return true;
        } catch (BadJwtException expiredOrForeign) {
            return false;
        } catch (JwtException keysOutOfReach) {
            return true; // the token check refuses it
        }
    }
}
