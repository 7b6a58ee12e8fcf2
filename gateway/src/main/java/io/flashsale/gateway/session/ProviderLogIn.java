package io.flashsale.gateway.session;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.contracts.session.ProviderLogIns.Begin;
import io.flashsale.contracts.session.ProviderLogIns.Begun;
import io.flashsale.contracts.session.ProviderLogIns.Finish;
import io.flashsale.contracts.session.ProviderLogIns.Finished;
import io.flashsale.gateway.upstream.Caller;
import io.flashsale.gateway.upstream.GatewayToken;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Logs in at order-service with the OpenID provider that it knows. Strangers cannot make these calls. */
@Component
record ProviderLogIn(Upstreams services, GatewayToken token, JwtDecoder decoder, JsonMapper json) {

    sealed interface Outcome<T> {

        record Done<T>(T answer) implements Outcome<T> {}

        /** order-service refused; its problem is passed on unchanged. */
        record Refused<T>(UpstreamReply reply) implements Outcome<T> {}

        /** There was no usable answer. */
        record Unavailable<T>(ProblemType type) implements Outcome<T> {}
    }

    Outcome<Begun> begin(Begin wanted, Caller caller) {
        return call(ProviderLogIns.BEGIN_PATH, wanted, Begun.class, caller);
    }

    Outcome<Finished> finish(Finish returned, Caller caller) {
        Outcome<Finished> outcome = call(ProviderLogIns.FINISH_PATH, returned, Finished.class, caller);
        return outcome instanceof Outcome.Done<Finished>(Finished finished) && !isOurs(finished.token())
                ? new Outcome.Unavailable<>(ProblemType.SERVICE_UNAVAILABLE)
                : outcome;
    }

    /** False also without a token. */
    private boolean isOurs(@Nullable String accountToken) {
        try {
            return accountToken != null && decoder.decode(accountToken) != null;
        } catch (JwtException foreign) {
            return false;
        }
    }

    private <T> Outcome<T> call(String path, Object body, Class<T> type, Caller caller) {
        try {
            UpstreamRequest request = new UpstreamRequest("POST", path);
            request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.current());
            caller.nameIn(request);
            request.setEntity(new ByteArrayEntity(json.writeValueAsBytes(body), ContentType.APPLICATION_JSON));
            UpstreamReply reply = services.order().exchange(request);
            return reply.status() == HttpStatus.OK.value()
                    ? new Outcome.Done<>(json.readValue(reply.body(), type))
                    : new Outcome.Refused<>(reply);
        } catch (UpstreamException fault) {
            return new Outcome.Unavailable<>(fault.problem());
        } catch (JacksonException malformed) {
            return new Outcome.Unavailable<>(ProblemType.SERVICE_UNAVAILABLE);
        }
    }
}
