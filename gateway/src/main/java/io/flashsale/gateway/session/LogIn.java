package io.flashsale.gateway.session;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.routing.RequestBodies;
import io.flashsale.gateway.routing.RequestBody;
import io.flashsale.gateway.upstream.Caller;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Logs in at order-service with the browser's credentials. */
@Component
record LogIn(Upstreams services, RequestBodies bodies, JwtDecoder decoder, JsonMapper json) {

    private static final Logger log = LoggerFactory.getLogger(LogIn.class);

    sealed interface Outcome {

        record LoggedIn(Jwt token) implements Outcome {}

        /** order-service refused; its problem is passed on unchanged. */
        record Refused(UpstreamReply reply) implements Outcome {}

        /** There was no usable answer. */
        record Unavailable(ProblemType type) implements Outcome {}
    }

    private record Answer(@Nullable String token) {}

    Outcome attempt(HttpServletRequest request) {
        try (RequestBody body = bodies.read(request)) {
            if (body.fault() != null) {
                return new Outcome.Unavailable(body.fault());
            }
            UpstreamReply reply = services.order().exchange(outgoing(request, body));
            return reply.status() == HttpStatus.OK.value() ? loggedIn(reply.body()) : new Outcome.Refused(reply);
        } catch (UpstreamException fault) {
            return new Outcome.Unavailable(fault.problem());
        }
    }

    private UpstreamRequest outgoing(HttpServletRequest request, RequestBody body) {
        UpstreamRequest outgoing = new UpstreamRequest("POST", "/api/login");
        outgoing.setHeader("Accept", "application/json, application/problem+json");
        Caller.of(request).nameIn(outgoing);
        HttpEntity entity = body.entity(ContentType.APPLICATION_JSON);
        outgoing.setEntity(entity == null ? new ByteArrayEntity(new byte[0], ContentType.APPLICATION_JSON) : entity);
        return outgoing;
    }

    private Outcome loggedIn(byte[] answer) {
        try {
            String token = json.readValue(answer, Answer.class).token();
            return token == null ? unusable("no token") : new Outcome.LoggedIn(decoder.decode(token));
        } catch (JacksonException | JwtException fault) {
            return unusable(fault.toString());
        }
    }

    private static Outcome unusable(String why) {
        log.warn("the answer to a login cannot be used: {}", why);
        return new Outcome.Unavailable(ProblemType.SERVICE_UNAVAILABLE);
    }
}
