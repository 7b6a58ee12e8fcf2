package io.flashsale.gateway.routing;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamRequest;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Sends a request on to a service, once, and its answer back as it comes.
 *
 * <p>Why the gateway has a handler of its own: {@code docs/decisions/0013-gateway-forwards-by-itself.md}.
 */
final class Forwarding implements HandlerFunction<ServerResponse> {

    private static final Logger log = LoggerFactory.getLogger(Forwarding.class);

    /** An ordinary call, or one whose answer is a stream. */
    @FunctionalInterface
    private interface Call {
        ClassicHttpResponse send(Upstream upstream, UpstreamRequest request) throws UpstreamException;
    }

    private final Upstream upstream;
    private final Call call;
    private final DataSize maxBody;
    private final Refusals refusals;
    private final OpenStreams streams;
    private final @Nullable String target;

    Forwarding(Upstream upstream, DataSize maxBody, Refusals refusals, OpenStreams streams) {
        this(upstream, Upstream::call, maxBody, refusals, streams, null);
    }

    private Forwarding(
            Upstream upstream,
            Call call,
            DataSize maxBody,
            Refusals refusals,
            OpenStreams streams,
            @Nullable String target) {
        this.upstream = upstream;
        this.call = call;
        this.maxBody = maxBody;
        this.refusals = refusals;
        this.streams = streams;
        this.target = target;
    }

    /** The same for an answer that goes on for any time. */
    Forwarding asStream() {
        return new Forwarding(upstream, Upstream::openStream, maxBody, refusals, streams, target);
    }

    /** The same for larger bodies. */
    Forwarding withMaxBody(DataSize larger) {
        return new Forwarding(upstream, call, larger, refusals, streams, target);
    }

    /** The same, but whatever was asked for, the service is asked for this path. */
    Forwarding toPath(String path) {
        return new Forwarding(upstream, call, maxBody, refusals, streams, path);
    }

    @Override
    public ServerResponse handle(ServerRequest incoming) {
        HttpServletRequest request = incoming.servletRequest();
        RequestBody body = RequestBody.read(request, maxBody);
        if (body.fault() != null) {
            return refusals.of(body.fault());
        }
        UpstreamRequest outgoing = outgoing(request, body);
        try {
            ClassicHttpResponse response = call.send(upstream, outgoing);
            return new ForwardedResponse(response, outgoing, unavailable(ProblemType.SERVICE_UNAVAILABLE), streams);
        } catch (UpstreamException fault) {
            log.debug("{} gave no answer: {}", upstream, fault.getMessage());
            return unavailable(fault.problem());
        }
    }

    private UpstreamRequest outgoing(HttpServletRequest request, RequestBody body) {
        String path = target == null ? asItCame(request) : target;
        UpstreamRequest outgoing = new UpstreamRequest(request.getMethod(), upstream, path);
        ProxyHeaders.copy(request, outgoing);
        if (body.bytes() != null) {
            outgoing.setEntity(new ByteArrayEntity(body.bytes(), null));
        }
        return outgoing;
    }

    /** Raw: the firewall has let it through, and decoding it here could only change its meaning. */
    private static String asItCame(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
    }

    private Refusal unavailable(ProblemType problem) {
        return refusals.of(problem).retryAfter(1);
    }
}
