package io.flashsale.gateway.edge;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;

/**
 * Reports the gateway ready once it has the keys that sign tokens, and from then on. The gateway keeps working with
 * these keys, so a stop of order-service must not take the shop down.
 */
@Component
class TokenKeysHealthIndicator implements HealthIndicator {

    /** A token without a valid signature. The decoder needs keys to refuse it. */
    private static final String UNSIGNED = encoded("{\"alg\":\"RS256\"}") + '.' + encoded("{}") + '.' + encoded("-");

    private final JwtDecoder decoder;
    private volatile boolean known;

    TokenKeysHealthIndicator(JwtDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public Health health() {
        if (!known) {
            known = decoderHasKeys();
        }
        return known ? Health.up().build() : Health.outOfService().build();
    }

    private boolean decoderHasKeys() {
        try {
            decoder.decode(UNSIGNED);
            return false;
        } catch (BadJwtException refused) {
            return true;
        } catch (JwtException noKeys) {
            return false;
        }
    }

    private static String encoded(String part) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(part.getBytes(StandardCharsets.UTF_8));
    }
}
