package io.flashsale.gateway.upstream;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.flashsale.commons.problem.OutageLog;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The token that identifies the gateway to services, fetched from order-service (OAuth 2.0 client credentials, RFC
 * 6749, 4.4).
 *
 * <p>It is renewed in the background after half of its life. So the gateway survives an outage of order-service for
 * the other half.
 */
public final class GatewayToken {

    private static final String CLIENT = "gateway";

    /** The pause after a failed attempt. */
    private static final Duration REST = Duration.ofMillis(500);

    private final Upstream issuer;
    private final String credentials;
    private final JsonMapper json;
    private final InstantSource clock;
    private final ReentrantLock fetching = new ReentrantLock();

    /** Guarded by the lock. */
    private Instant restUntil = Instant.MIN;

    private volatile @Nullable Held held;
    private final OutageLog outage =
            new OutageLog(LoggerFactory.getLogger(GatewayToken.class), "no token from order-service yet");

    /** @param secret that identifies the gateway to order-service */
    public GatewayToken(Upstream issuer, String secret, JsonMapper json, InstantSource clock) {
        this.issuer = issuer;
        this.credentials =
                "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + secret).getBytes(StandardCharsets.UTF_8));
        this.json = json;
        this.clock = clock;
    }

    private record Held(String value, Instant renewAt, Instant expiresAt) {}

    private record Issued(
            @JsonProperty("access_token") String accessToken,
            @JsonProperty("expires_in") long expiresIn) {}

    /** Whether there is a valid token. */
    public boolean isHeld() {
        Held now = held;
        return now != null && clock.instant().isBefore(now.expiresAt());
    }

    /**
     * Returns the token, and fetches one if there is none.
     *
     * @throws UpstreamException SERVICE_UNAVAILABLE when none can be obtained
     */
    public String current() throws UpstreamException {
        Held now = held;
        return now != null && clock.instant().isBefore(now.expiresAt()) ? now.value() : fetch(now);
    }

    /** Fetches a new token if that is due; called repeatedly. */
    public void renewIfDue() {
        Held now = held;
        if (now != null && clock.instant().isBefore(now.renewAt())) {
            return;
        }
        try {
            fetch(now);
        } catch (UpstreamException fault) {
            outage.warn(String.valueOf(fault.getMessage()));
        }
    }

    /** Discards a token that a service refused. */
    public void refused(String token) {
        Held now = held;
        if (now != null && now.value().equals(token)) {
            held = null;
        }
    }

    /**
     * One thread fetches, the others wait for its result, even if that is a failure. After a failure nobody fetches
     * for a moment.
     */
    private String fetch(@Nullable Held known) throws UpstreamException {
        fetching.lock();
        try {
            Held now = held;
            if (now != null && now != known) {
                return now.value();
            }
            if (clock.instant().isBefore(restUntil)) {
                throw none("order-service gave none just now");
            }
            try {
                Held fresh = fetched();
                held = fresh;
                return fresh.value();
            } catch (UpstreamException fault) {
                restUntil = clock.instant().plus(REST);
                throw fault;
            }
        } finally {
            fetching.unlock();
        }
    }

    private Held fetched() throws UpstreamException {
        UpstreamRequest request = new UpstreamRequest("POST", Tokens.GATEWAY_TOKEN_PATH);
        request.setHeader(HttpHeaders.AUTHORIZATION, credentials);
        request.setEntity(new StringEntity("grant_type=client_credentials", ContentType.APPLICATION_FORM_URLENCODED));
        // Failures while order-service starts must not count against shoppers' calls, which come later.
        try {
            UpstreamReply reply = issuer.probe(request);
            if (reply.status() != HttpStatus.SC_OK) {
                throw none("order-service answered " + reply.status()
                        + (reply.status() == HttpStatus.SC_UNAUTHORIZED
                                ? ": its FLASHSALE_JWT_GATEWAY_SECRET is not the gateway's"
                                        + " FLASHSALE_GATEWAY_ADMISSION_SECRET"
                                : ""));
            }
            Issued issued = json.readValue(reply.body(), Issued.class);
            Instant now = clock.instant();
            Duration life = Duration.ofSeconds(issued.expiresIn());
            return new Held(issued.accessToken(), now.plus(life.dividedBy(2)), now.plus(life));
        } catch (UpstreamException fault) {
            throw none(fault.getMessage());
        } catch (JacksonException fault) {
            throw none(fault.toString());
        }
    }

    private static UpstreamException none(@Nullable String why) {
        return new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "no token for the gateway: " + why);
    }
}
