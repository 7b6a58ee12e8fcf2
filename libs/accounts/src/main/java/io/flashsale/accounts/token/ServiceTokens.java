package io.flashsale.accounts.token;

import io.flashsale.commons.client.ServiceToken;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps a short-lived token for our calls to other services, and reuses it until shortly before it expires. */
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

    /** Returns a token that is valid for at least {@link #RENEW_BEFORE}. */
    @Override
    public String current() {
        SignedToken token = latest.get();
        if (token == null || clock.instant().isAfter(token.expiresAt().minus(RENEW_BEFORE))) {
            token = issuer.forService("order-service", TTL); // concurrent calls may make two; both are valid
            latest.set(token);
        }
        return token.value();
    }
}
