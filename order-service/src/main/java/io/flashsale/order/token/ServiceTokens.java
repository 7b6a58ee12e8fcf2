package io.flashsale.order.token;

import io.flashsale.commons.client.ServiceToken;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The token for our calls to other services: short-lived, and used again until shortly before it expires. */
final class ServiceTokens implements ServiceToken {

    static final Duration TTL = Duration.ofMinutes(5);
    static final Duration RENEW_BEFORE = Duration.ofMinutes(1);

    private final JwtIssuer issuer;
    private final Clock clock;
    private final AtomicReference<@Nullable SignedToken> latest = new AtomicReference<>();

    ServiceTokens(JwtIssuer issuer, Clock clock) {
        this.issuer = issuer;
        this.clock = clock;
    }

    /** A token that is good for at least {@link #RENEW_BEFORE}. */
    @Override
    public String current() {
        SignedToken token = latest.get();
        if (token == null || clock.instant().isAfter(token.expiresAt().minus(RENEW_BEFORE))) {
            token = issuer.forService("order-service", TTL); // two at once make two, and both are good
            latest.set(token);
        }
        return token.value();
    }
}
