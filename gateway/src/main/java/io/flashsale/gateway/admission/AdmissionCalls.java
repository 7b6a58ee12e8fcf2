package io.flashsale.gateway.admission;

import io.flashsale.commons.tracing.TraceParent;
import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.GatewayToken;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import java.util.List;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Sends groups to one service, in the gateway's own name. */
record AdmissionCalls<L>(Upstream service, GatewayToken token, JsonMapper json, String path, Body<L> body)
        implements AdmissionLanes.Calls<L> {

    /** Makes the body of a call. */
    @FunctionalInterface
    interface Body<L> {
        Object of(List<L> group, @Nullable Integer shed);
    }

    private static final Logger log = LoggerFactory.getLogger(AdmissionCalls.class);

    @Override
    public List<Answer> send(List<L> group, @Nullable Integer shed) throws UpstreamException {
        byte[] bytes = json.writeValueAsBytes(body.of(group, shed));
        String used = token.current();
        UpstreamReply reply = call(bytes, used);
        if (reply.status() == HttpStatus.SC_UNAUTHORIZED) {
            // The signing key has changed. A service that refuses a token has done nothing else, so sending again is
            // safe.
            token.refused(used);
            reply = call(bytes, token.current());
        }
        return answers(reply, group.size());
    }

    private UpstreamReply call(byte[] bytes, String bearer) throws UpstreamException {
        UpstreamRequest request = new UpstreamRequest("POST", path);
        request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + bearer);
        TraceParent.current().ifPresent(span -> request.setHeader(TraceParent.HEADER, span.toString()));
        request.setEntity(new ByteArrayEntity(bytes, ContentType.APPLICATION_JSON));
        try {
            return service.exchange(request);
        } catch (UpstreamException fault) {
            ProblemType problem =
                    fault.mayHaveBeenSent() ? ProblemType.GATEWAY_TIMEOUT : ProblemType.SERVICE_UNAVAILABLE;
            throw new UpstreamException(problem, String.valueOf(fault.getMessage()));
        }
    }

    private List<Answer> answers(UpstreamReply reply, int expected) throws UpstreamException {
        if (reply.status() != HttpStatus.SC_OK) {
            log.warn("{} answered {} to a group of {}", service, reply.status(), expected);
            boolean nothingDone = reply.status() < 500 || reply.status() == HttpStatus.SC_SERVICE_UNAVAILABLE;
            throw nothingDone
                    ? new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "answered " + reply.status())
                    : undecided("answered " + reply.status());
        }
        try {
            List<Answer> answers =
                    json.readValue(reply.body(), AdmissionAnswers.class).answers();
            if (answers.size() != expected) {
                throw undecided(answers.size() + " answers to " + expected + " requests");
            }
            return answers;
        } catch (JacksonException malformed) {
            throw undecided(malformed.getOriginalMessage());
        }
    }

    private UpstreamException undecided(String why) {
        return new UpstreamException(ProblemType.GATEWAY_TIMEOUT, service + " " + why);
    }
}
