package io.flashsale.gateway.routing;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.Refusals;
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
 *
 * @param stream whether the answer has no end
 * @param target the path at the service; null for the original path
 * @param large how to pass on a body without buffering it; null to buffer
 */
record Forwarding(
        Upstream upstream,
        RequestBodies bodies,
        Refusals refusals,
        ForwardedResponse.Bounds bounds,
        boolean stream,
        @Nullable String target,
        @Nullable LargeBodies large)
        implements HandlerFunction<ServerResponse> {

    private static final Logger log = LoggerFactory.getLogger(Forwarding.class);

    private static final int STREAM_RETRY_SECONDS = 5;

    Forwarding(Upstream upstream, RequestBodies bodies, Refusals refusals, ForwardedResponse.Bounds bounds) {
        this(upstream, bodies, refusals, bounds, false, null, null);
    }

    /** The same for an answer without an end. */
    Forwarding asStream() {
        return new Forwarding(upstream, bodies, refusals, bounds, true, target, large);
    }

    /** The same for large bodies, which are passed on unbuffered. */
    Forwarding passingOn(LargeBodies largeBodies) {
        return new Forwarding(upstream, bodies, refusals, bounds, stream, target, largeBodies);
    }

    /** The same, but always asks the service for this path. */
    Forwarding toPath(String path) {
        return new Forwarding(upstream, bodies, refusals, bounds, stream, path, large);
    }

    @Override
    public ServerResponse handle(ServerRequest incoming) {
        HttpServletRequest request = incoming.servletRequest();
        if (isOptionsWithUnknownBody(request)) {
            return refused(ProblemType.UNSUPPORTED_MEDIA_TYPE);
        }
        return large == null || RequestBody.isNone(request) ? whole(request) : asItComes(request, large);
    }

    /** A body in an OPTIONS request must have a type (RFC 9110, section 9.3.7), or the HTTP client refuses to send it. */
    private static boolean isOptionsWithUnknownBody(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getContentType() == null
                && !RequestBody.isNone(request);
    }

    private ServerResponse whole(HttpServletRequest request) {
        try (RequestBody body = bodies.read(request)) {
            ProblemType fault = body.fault();
            return fault == null ? send(request, body.entity(null)) : refused(fault);
        }
    }

    private ServerResponse asItComes(HttpServletRequest request, LargeBodies limits) {
        long declared = request.getContentLengthLong();
        if (declared > limits.max().toBytes()) {
            return refused(ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (!limits.places().tryAcquire()) {
            return refused(ProblemType.SERVICE_UNAVAILABLE);
        }
        try {
            InputStream body = new PacedBody(
                    new BoundedBody(
                            request.getInputStream(), limits.max().toBytes(), LargeBodies.TIMEOUT, limits.nanoTime()),
                    LargeBodies.BYTES_PER_SECOND);
            return send(request, new InputStreamEntity(body, declared, null));
        } catch (IOException brokenOff) {
            return refused(ProblemType.INVALID_REQUEST);
        } finally {
            limits.places().release();
        }
    }

    private ServerResponse send(HttpServletRequest request, @Nullable HttpEntity body) {
        String path = Objects.requireNonNullElseGet(target, () -> asItCame(request));
        UpstreamRequest outgoing = new UpstreamRequest(request.getMethod(), path);
        ProxyHeaders.copy(request, outgoing);
        if (body != null) {
            outgoing.setEntity(body);
        }
        return stream ? stream(request, outgoing) : answered(outgoing, null);
    }

    private ServerResponse stream(HttpServletRequest request, UpstreamRequest outgoing) {
        Long account = CurrentUser.shopper().map(Shopper::id).orElse(null);
        OpenStreams.Place place = bounds.streams().take(account, request.getRemoteAddr());
        return place == null
                ? refusals.of(ProblemType.RATE_LIMITED)
                        .retryAfter(STREAM_RETRY_SECONDS)
                        .asResponse()
                : answered(outgoing, place);
    }

    private ServerResponse answered(UpstreamRequest outgoing, OpenStreams.@Nullable Place place) {
        try {
            ClassicHttpResponse response = stream ? upstream.openStream(outgoing) : upstream.call(outgoing);
            outgoing.setEntity(null); // the body has been sent, and the answer may take long
            return new ForwardedResponse(
                    response, outgoing, refusals.of(ProblemType.SERVICE_UNAVAILABLE), bounds, place);
        } catch (UpstreamException fault) {
            if (place != null) {
                place.close();
            }
            log.debug("{} gave no answer: {}", upstream, fault.getMessage());
            return refused(fault.problem());
        }
    }

    private ServerResponse refused(ProblemType problem) {
        return refusals.of(problem).asResponse();
    }

    /** The raw target: the firewall has accepted it, and decoding it here could only change its meaning. */
    private static String asItCame(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
    }
}
