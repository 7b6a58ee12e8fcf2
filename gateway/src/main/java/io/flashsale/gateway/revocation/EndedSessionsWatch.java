package io.flashsale.gateway.revocation;

import io.flashsale.commons.problem.OutageLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.gateway.upstream.GatewayToken;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Polls order-service for ended sessions. While order-service is down the known ones stay, and nobody can log out
 * either.
 */
@Component
final class EndedSessionsWatch {

    /** The overlap of two polls: a transaction may commit after a later one. */
    private static final Duration OVERLAP = Duration.ofSeconds(30);

    private final Upstream service;
    private final GatewayToken token;
    private final RevokedTokens sessions;
    private final JsonMapper json;
    private final Clock clock;
    private Instant since = Instant.EPOCH;
    private final OutageLog outage = new OutageLog(
            LoggerFactory.getLogger(EndedSessionsWatch.class), "order-service does not say which sessions have ended");
    private volatile boolean seenAll;

    EndedSessionsWatch(Upstreams services, GatewayToken token, RevokedTokens sessions, JsonMapper json, Clock clock) {
        this.service = services.order();
        this.token = token;
        this.sessions = sessions;
        this.json = json;
        this.clock = clock;
    }

    /** Polls once; called repeatedly by one thread. */
    void look() {
        try {
            EndedSessionList page = ask(0);
            Instant asOf = page.asOf();
            page.ended().forEach(sessions::add);
            while (page.more()) {
                page = ask(page.ended().getLast().id());
                page.ended().forEach(sessions::add);
            }
            since = asOf.minus(OVERLAP);
            seenAll = true;
        } catch (UpstreamException fault) {
            outage.warn(String.valueOf(fault.getMessage()));
        }
        sessions.forgetExpired(clock.instant());
    }

    /** Whether a complete list has arrived. Before that this instance accepts revoked tokens. */
    boolean hasSeenAll() {
        return seenAll;
    }

    private EndedSessionList ask(long afterId) throws UpstreamException {
        String target =
                EndedSessionList.PATH + "?sinceMillis=" + Math.max(0, since.toEpochMilli()) + "&afterId=" + afterId;
        UpstreamRequest request = new UpstreamRequest("GET", target);
        request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.current());
        UpstreamReply reply = service.probe(request);
        if (reply.status() != 200) {
            throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "answered " + reply.status());
        }
        try {
            return json.readValue(reply.body(), EndedSessionList.class);
        } catch (JacksonException malformed) {
            throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, malformed.getOriginalMessage());
        }
    }
}
