package io.flashsale.gateway.admission;

import io.flashsale.commons.problem.ContentTypeFilter;
import io.flashsale.commons.security.TokenHolder;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.EarlyAnswer;
import io.flashsale.gateway.edge.Refusals;
import io.flashsale.gateway.revocation.SessionTokens;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers requests for a unit, and payments, ahead of Spring Security and Spring MVC, to save their cost on the hot
 * path. Runs right before the token check, after the limit for addresses and the session's CSRF check, and applies
 * the same rules.
 *
 * <p>Handles plain numeric paths with a shopper's token and rejects invalid tokens. All other requests continue
 * down the filter chain, such as those with a useless Content-Type, which is refused there.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1)
final class AdmissionFilter extends OncePerRequestFilter {

    private final List<EarlyCall> calls;
    private final BearerTokenResolver tokens;
    private final SessionTokens sessions;
    private final Refusals refusals;

    AdmissionFilter(List<EarlyCall> calls, BearerTokenResolver tokens, SessionTokens sessions, Refusals refusals) {
        this.calls = calls;
        this.tokens = tokens;
        this.sessions = sessions;
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Asked asked = asked(request);
        String token = asked == null ? null : token(request);
        if (asked == null || token == null) {
            chain.doFilter(request, response);
            return;
        }
        TokenHolder holder;
        try {
            holder = sessions.holder(token);
        } catch (BadJwtException expiredOrForeign) {
            SecurityLog.refused(SecurityLog.Refusal.TOKEN_REFUSED, request, 0);
            EarlyAnswer.begin(request, response, asked.call().path().pattern());
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            refusals.of(ProblemType.UNAUTHENTICATED).writeTo(response);
            return;
        } catch (JwtException keysOutOfReach) {
            chain.doFilter(request, response); // the token check refuses it
            return;
        }
        if (!holder.isPerson() || !asked.call().isAnswered(asked.id(), holder, request, response)) {
            chain.doFilter(request, response);
        }
    }

    private record Asked(EarlyCall call, long id) {}

    private @Nullable Asked asked(HttpServletRequest request) {
        if (request.getMethod().equals("POST") && ContentTypeFilter.accepts(request)) {
            for (EarlyCall call : calls) {
                OptionalLong id = call.path().idIn(request.getRequestURI());
                if (id.isPresent()) {
                    return new Asked(call, id.getAsLong());
                }
            }
        }
        return null;
    }

    private @Nullable String token(HttpServletRequest request) {
        try {
            return tokens.resolve(request);
        } catch (OAuth2AuthenticationException malformed) {
            return null;
        }
    }
}
