package io.flashsale.gateway.admission;

import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.tracing.FollowedClick;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.gateway.ratelimit.UserLimit;
import io.flashsale.gateway.refusal.Refusals;
import io.flashsale.gateway.routing.RequestBodies;
import io.flashsale.gateway.routing.RequestBody;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.storefront.page.SecurityHeaderWriters;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Answers requests for a unit ahead of Spring Security and Spring MVC, to save their cost on the hot path. Runs
 * right before the token check, after the limit for addresses and the session's CSRF check, and applies the same
 * rules.
 *
 * <p>Handles plain numeric paths with a shopper's token and rejects invalid tokens. All other requests continue
 * down the filter chain.
 */
final class AdmissionFilter extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(AdmissionFilter.class);

    private final List<AdmissionTarget> targets;
    private final BearerTokenResolver tokens;
    private final JwtDecoder decoder;
    private final UserLimit userLimit;
    private final Refusals refusals;
    private final RequestBodies bodies;
    private final OrderTrace trace;

    AdmissionFilter(
            List<AdmissionTarget> targets,
            BearerTokenResolver tokens,
            JwtDecoder decoder,
            UserLimit userLimit,
            Refusals refusals,
            RequestBodies bodies,
            OrderTrace trace) {
        this.targets = targets;
        this.tokens = tokens;
        this.decoder = decoder;
        this.userLimit = userLimit;
        this.refusals = refusals;
        this.bodies = bodies;
        this.trace = trace;
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
        Jwt verified;
        try {
            verified = decoder.decode(token);
        } catch (BadJwtException expiredOrForeign) {
            SecurityLog.refused(SecurityLog.Refusal.TOKEN_REFUSED, request, 0);
            begin(request, response, asked);
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            refusals.of(ProblemType.UNAUTHENTICATED).writeTo(response);
            return;
        } catch (JwtException keysOutOfReach) {
            chain.doFilter(request, response); // the token check refuses it
            return;
        }
        if (!isOfAPerson(verified)) {
            chain.doFilter(request, response); // a service, not a shopper
            return;
        }
        Shopper shopper = Shopper.of(verified);
        begin(request, response, asked);
        Optional<FollowedClick> followed = asked.target().mayBeFollowed() ? trace.begin() : Optional.empty();
        if (followed.isEmpty()) {
            answer(request, response, asked, shopper);
            return;
        }
        FollowedClick click = followed.get();
        CorrelationIdFilter.setOn(request, response, click.traceParent().toString());
        click.note("user", Long.toString(shopper.id())).note("sale", Long.toString(asked.campaignId()));
        String status = "broken off"; // until there is an answer, the response has a status of success
        try {
            ProblemType refusal = answer(request, response, asked, shopper);
            status = Integer.toString(response.getStatus());
            if (refusal != null) {
                click.note("refusal", refusal.slug());
            }
        } finally {
            click.note("status", status).end();
        }
    }

    /** Returns the reason if the gateway itself refuses; null otherwise. */
    private @Nullable ProblemType answer(
            HttpServletRequest request, HttpServletResponse response, Asked asked, Shopper shopper) throws IOException {
        return userLimit.allows(shopper, request, response)
                ? admit(request, response, asked, shopper)
                : ProblemType.RATE_LIMITED;
    }

    private static boolean isOfAPerson(Jwt token) {
        String role = token.getClaimAsString(Tokens.ROLE_CLAIM);
        return Tokens.SHOPPER.equals(role) || Tokens.ADMIN.equals(role);
    }

    /** A request for a unit of a campaign. */
    private record Asked(AdmissionTarget target, long campaignId) {}

    private @Nullable Asked asked(HttpServletRequest request) {
        if (request.getMethod().equals("POST")) {
            for (AdmissionTarget target : targets) {
                OptionalLong campaignId = target.path().idIn(request.getRequestURI());
                if (campaignId.isPresent()) {
                    return new Asked(target, campaignId.getAsLong());
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

    /** Does what the bypassed filters would have done to the response and to the metrics. */
    private void begin(HttpServletRequest request, HttpServletResponse response, Asked asked) {
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(
                        context -> context.setPathPattern(asked.target().path().pattern()));
        SecurityHeaderWriters.write(request, response);
    }

    private @Nullable ProblemType admit(
            HttpServletRequest request, HttpServletResponse response, Asked asked, Shopper shopper) throws IOException {
        ProblemType fault = faultOfBody(request, response);
        if (fault != null) {
            return fault;
        }
        AdmissionTarget target = asked.target();
        if (target.hasNothingFor(asked.campaignId(), shopper)) {
            refusals.of(ProblemType.SOLD_OUT).writeTo(response);
            return ProblemType.SOLD_OUT;
        }
        String ticket = ticket(request);
        if (!mayBeOne(ticket) && target.hasNothingWithoutTicket(asked.campaignId())) {
            refusals.of(ProblemType.TICKET_REQUIRED).writeTo(response);
            return ProblemType.TICKET_REQUIRED;
        }
        Line line = new Line(
                asked.campaignId(), shopper.id(), (String) request.getAttribute(CorrelationIdFilter.KEY), ticket);
        try {
            Answer answer = target.lanes().ask(line);
            target.learn(asked.campaignId(), answer);
            write(answer, response);
            return null;
        } catch (UpstreamException noAnswer) {
            log.debug("{}: no answer: {}", target.path().pattern(), noAnswer.getMessage());
            refusals.of(noAnswer.problem()).retryAfter(1).writeTo(response);
            return noAnswer.problem();
        }
    }

    /** Refuses a body that may not be sent. Its content has no meaning here and is not kept. */
    private @Nullable ProblemType faultOfBody(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try (RequestBody body = bodies.read(request)) {
            ProblemType fault = body.fault();
            if (fault != null) {
                long seconds = fault == ProblemType.SERVICE_UNAVAILABLE ? 1 : 0;
                refusals.of(fault).retryAfter(seconds).writeTo(response);
            }
            return fault;
        }
    }

    /** Whether it looks like a ticket; only stock-service knows whether it is one. */
    private static boolean mayBeOne(@Nullable String ticket) {
        return ticket != null && ticket.startsWith(PurchaseTicketHeader.BEGINNING);
    }

    /** The ticket as sent; one that is too long is cut, but stays too long. */
    private static @Nullable String ticket(HttpServletRequest request) {
        String shown = request.getHeader(PurchaseTicketHeader.NAME);
        return shown == null || shown.length() <= PurchaseTicketHeader.MAX_LENGTH
                ? shown
                : shown.substring(0, PurchaseTicketHeader.MAX_LENGTH + 1);
    }

    private static void write(Answer answer, HttpServletResponse response) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> {
            if (!name.equalsIgnoreCase(SaleStateHeader.NAME)) {
                response.setHeader(name, value);
            }
        });
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
