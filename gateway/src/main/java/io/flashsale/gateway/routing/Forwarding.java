package io.flashsale.gateway.routing;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Forwards a request to a service once, and returns its answer.
 *
 * <p>Why the gateway has its own handler: {@code docs/decisions/0013-gateway-forwards-by-itself.md}.
 */
final class Forwarding implements HandlerFunction<ServerResponse> {

    private static final Logger log = LoggerFactory.getLogger(Forwarding.class);

    private static final int STREAM_RETRY_SECONDS = 5;

    /**
     * The settings in which routes differ.
     *
     * @param stream whether the answer has no end
     * @param target the path at the service; null for the original path
     * @param large how to pass on a body without buffering it; null to buffer
     */
    private record Variant(
            boolean stream,
            @Nullable String target,
            @Nullable LargeBodies large) {

        static final Variant PLAIN = new Variant(false, null, null);
    }

    private final Upstream upstream;
    private final RequestBodies bodies;
    private final Refusals refusals;
    private final ForwardedResponse.Bounds bounds;
    private final Variant variant;

    Forwarding(Upstream upstream, RequestBodies bodies, Refusals refusals, ForwardedResponse.Bounds bounds) {
        this(upstream, bodies, refusals, bounds, Variant.PLAIN);
    }

    private Forwarding(
            Upstream upstream,
            RequestBodies bodies,
            Refusals refusals,
            ForwardedResponse.Bounds bounds,
            Variant variant) {
        this.upstream = upstream;
        this.bodies = bodies;
        this.refusals = refusals;
        this.bounds = bounds;
        this.variant = variant;
    }

    private Forwarding as(Variant other) {
        return new Forwarding(upstream, bodies, refusals, bounds, other);
    }

    /** The same for an answer without an end. */
    Forwarding asStream() {
        return as(new Variant(true, variant.target(), variant.large()));
    }

    /** The same for large bodies, which are passed on unbuffered. */
    Forwarding passingOn(LargeBodies bodies) {
        return as(new Variant(variant.stream(), variant.target(), bodies));
    }

    /** The same, but always asks the service for this path. */
    Forwarding toPath(String path) {
        return as(new Variant(variant.stream(), path, variant.large()));
    }

    @Override
    public ServerResponse handle(ServerRequest incoming) {
        HttpServletRequest request = incoming.servletRequest();
        LargeBodies large = variant.large();
        return large == null || RequestBody.isNone(request) ? whole(request) : asItComes(request, large);
    }

    private ServerResponse whole(HttpServletRequest request) {
        try (RequestBody body = bodies.read(request)) {
            ProblemType fault = body.fault();
            if (fault == null) {
                return send(request, body.entity(null));
            }
            return fault == ProblemType.SERVICE_UNAVAILABLE ? unavailable(fault) : refusals.of(fault);
        }
    }

    private ServerResponse asItComes(HttpServletRequest request, LargeBodies large) {
        long declared = request.getContentLengthLong();
        if (declared > large.max().toBytes()) {
            return refusals.of(ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (!large.places().tryAcquire()) {
            return unavailable(ProblemType.SERVICE_UNAVAILABLE);
        }
        try {
            InputStream body = new PacedBody(new BoundedBody(
                    request.getInputStream(), large.max().toBytes(), LargeBodies.TIMEOUT, large.nanoTime()));
            return send(request, new InputStreamEntity(body, declared, null));
        } catch (IOException brokenOff) {
            return refusals.of(ProblemType.INVALID_REQUEST);
        } finally {
            large.places().release();
        }
    }

    private ServerResponse send(HttpServletRequest request, @Nullable HttpEntity body) {
        String path = Objects.requireNonNullElseGet(variant.target(), () -> asItCame(request));
        UpstreamRequest outgoing = new UpstreamRequest(request.getMethod(), upstream, path);
        ProxyHeaders.copy(request, outgoing);
        if (body != null) {
            outgoing.setEntity(body);
        }
        return variant.stream() ? stream(request, outgoing) : answered(outgoing, null);
    }

    private ServerResponse stream(HttpServletRequest request, UpstreamRequest outgoing) {
        Long account = CurrentUser.shopper().map(Shopper::id).orElse(null);
        OpenStreams.Place place = bounds.streams().take(account, request.getRemoteAddr());
        return place == null
                ? refusals.of(ProblemType.RATE_LIMITED).retryAfter(STREAM_RETRY_SECONDS)
                : answered(outgoing, place);
    }

    private ServerResponse answered(UpstreamRequest outgoing, OpenStreams.@Nullable Place place) {
        try {
            ClassicHttpResponse response = variant.stream() ? upstream.openStream(outgoing) : upstream.call(outgoing);
            outgoing.setEntity(null); // the body has been sent, and the answer may take long
            return new ForwardedResponse(
                    response, outgoing, unavailable(ProblemType.SERVICE_UNAVAILABLE), bounds, place);
        } catch (UpstreamException fault) {
            if (place != null) {
                place.close();
            }
            log.debug("{} gave no answer: {}", upstream, fault.getMessage());
            return fault.problem().status() < 500 ? refusals.of(fault.problem()) : unavailable(fault.problem());
        }
    }

    /** The raw target: the firewall has accepted it, and decoding it here could only change its meaning. */
    private static String asItCame(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
    }

    private Refusal unavailable(ProblemType problem) {
        return refusals.of(problem).retryAfter(1);
    }
}
