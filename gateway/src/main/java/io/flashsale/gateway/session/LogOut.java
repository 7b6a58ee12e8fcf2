package io.flashsale.gateway.session;

import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import io.flashsale.gateway.revocation.EndedSessions;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;

/** Ends a browser's session: here at once, elsewhere as soon as order-service has told everybody. */
@Component
class LogOut {

    private static final Logger log = LoggerFactory.getLogger(LogOut.class);

    private final Upstreams services;
    private final EndedSessions ended;

    LogOut(Upstreams services, EndedSessions ended) {
        this.services = services;
        this.ended = ended;
    }

    /** @param everywhere all sessions of the account, also those of other browsers */
    void end(Jwt token, boolean everywhere) {
        String path = everywhere ? "/api/logout/everywhere" : "/api/logout";
        UpstreamRequest request = new UpstreamRequest("POST", services.order(), path);
        request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.getTokenValue());
        try {
            UpstreamReply reply = services.order().exchange(request);
            if (reply.status() >= 300) {
                log.warn("order-service answered {} to a log-out", reply.status());
            }
        } catch (UpstreamException fault) {
            log.warn("order-service has not heard of a log-out: {}", fault.getMessage());
        }
        if (token.getId() != null) {
            long account = Shopper.of(token).id();
            ended.add(new Ended(0, account, token.getId(), null, Objects.requireNonNull(token.getExpiresAt())));
        }
    }
}
