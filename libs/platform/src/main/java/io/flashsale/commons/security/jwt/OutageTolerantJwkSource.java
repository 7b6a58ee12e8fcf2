package io.flashsale.commons.security.jwt;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells tokens with a foreign key from keys that cannot be fetched. Once the keys have been fetched, the limit on
 * fetching them again only means that the token names none of them.
 */
final class OutageTolerantJwkSource implements JWKSource<SecurityContext> {

    private final JWKSource<SecurityContext> keys;
    private volatile boolean fetchedOnce;

    OutageTolerantJwkSource(JWKSource<SecurityContext> keys) {
        this.keys = keys;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        try {
            List<JWK> found = keys.get(selector, context);
            fetchedOnce = true;
            return found;
        } catch (RateLimitReachedException limited) {
            if (fetchedOnce) {
                return List.of();
            }
            throw limited;
        }
    }
}
