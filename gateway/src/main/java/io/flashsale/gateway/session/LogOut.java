package io.flashsale.gateway.session;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import io.flashsale.gateway.revocation.RevokedTokens;
import io.flashsale.gateway.upstream.Caller;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;

/** Ends a browser's session: here at once, elsewhere as soon as order-service has told all gateways. */
@Component
class LogOut {

    private static final Logger log = LoggerFactory.getLogger(LogOut.class);

    /** The most log-outs that are kept while order-service is down; further ones end here only. */
    private static final int MAX_UNTOLD = 10_000;

    private final Upstreams services;
    private final RevokedTokens ended;
    private final Clock clock;
    private final Map<String, Untold> untold = new ConcurrentHashMap<>();

    private record Untold(Jwt token, Caller caller) {}

    LogOut(Upstreams services, RevokedTokens ended, Clock clock) {
        this.services = services;
        this.ended = ended;
        this.clock = clock;
    }

    /**
     * Ends the session, or all sessions of the account.
     *
     * <p>If order-service is down, a session ends here at once, and order-service is told as soon as it is back.
     * Until then other gateways accept its token.
     *
     * @param caller the client that ends it, for the security log
     * @param everywhere whether to end all sessions of the account, also those of other browsers
     * @return false if nothing has ended: only order-service can end sessions elsewhere, and it was not reached
     */
    boolean end(Jwt token, Caller caller, boolean everywhere) {
        if (everywhere) {
            if (!told(token, caller, "/api/logout/everywhere")) {
                return false;
            }
        } else if (!told(token, caller, "/api/logout") && untold.size() < MAX_UNTOLD) {
            untold.put(token.getTokenValue(), new Untold(token, caller));
        }
        if (token.getId() != null) {
            long account = Shopper.of(token).id();
            ended.add(new Ended(0, account, token.getId(), null, takenUntil(token)));
        }
        return true;
    }

    /** Ends the session that the browser sends, if any: its token would otherwise live on unseen. */
    void endEarlier(HttpServletRequest request) {
        CurrentUser.token().ifPresent(token -> end(token, Caller.of(request), false));
    }

    /** Tells order-service the log-outs that it has missed; called repeatedly. */
    void tellAgain() {
        Instant now = clock.instant();
        for (Untold logOut : untold.values()) {
            Jwt token = logOut.token();
            boolean expired = !now.isBefore(takenUntil(token));
            if (!expired && !told(token, logOut.caller(), "/api/logout")) {
                return; // the others would fail, too
            }
            untold.remove(token.getTokenValue());
        }
    }

    /** The time after which no service accepts the token. */
    private static Instant takenUntil(Jwt token) {
        return Objects.requireNonNull(token.getExpiresAt()).plus(Tokens.REMEMBERED_AFTER_EXPIRY);
    }

    /** Whether order-service knows of the log-out. A token that it refuses counts as ended. */
    private boolean told(Jwt token, Caller caller, String path) {
        UpstreamRequest request = new UpstreamRequest("POST", path);
        request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.getTokenValue());
        caller.nameIn(request);
        try {
            UpstreamReply reply = services.order().exchange(request);
            if (reply.status() < 500) {
                return true;
            }
            log.warn("order-service answered {} to a log-out", reply.status());
        } catch (UpstreamException fault) {
            log.warn("order-service has not heard of a log-out: {}", fault.getMessage());
        }
        return false;
    }
}
