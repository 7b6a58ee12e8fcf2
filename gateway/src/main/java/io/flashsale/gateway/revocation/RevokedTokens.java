package io.flashsale.gateway.revocation;

import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;

/**
 * Remembers tokens that were revoked before they expire, as far as this instance knows. It stores nothing about
 * other tokens, so checking one costs a map look-up.
 */
@Component
public final class RevokedTokens {

    private final Map<Long, OfAccount> accounts = new ConcurrentHashMap<>();

    private static final class OfAccount {

        private final Map<String, Instant> tokens = new ConcurrentHashMap<>();
        private volatile int belowVersion;
        private volatile Instant versionMattersUntil = Instant.MIN;

        private boolean isOver(Instant now) {
            tokens.values().removeIf(expiry -> !now.isBefore(expiry));
            return tokens.isEmpty() && !now.isBefore(versionMattersUntil);
        }
    }

    /** Whether this verified token is revoked. */
    public boolean include(Jwt token) {
        OfAccount ended = accounts.get(Shopper.of(token).id());
        if (ended == null) {
            return false;
        }
        return versionOf(token) < ended.belowVersion
                || (token.getId() != null && ended.tokens.containsKey(token.getId()));
    }

    private static long versionOf(Jwt token) {
        Object version = token.getClaim(Tokens.VERSION_CLAIM);
        return version instanceof Number number ? number.longValue() : 0;
    }

    /** Adds a revocation; does nothing if it is already known. */
    public void add(Ended ended) {
        accounts.compute(ended.accountId(), (id, known) -> {
            OfAccount account = known == null ? new OfAccount() : known;
            if (ended.tokenId() != null) {
                account.tokens.put(ended.tokenId(), ended.expiresAt());
            }
            Integer version = ended.belowVersion();
            if (version != null && version > account.belowVersion) {
                account.belowVersion = version;
                account.versionMattersUntil = ended.expiresAt();
            }
            return account;
        });
    }

    void forgetExpired(Instant now) {
        accounts.keySet()
                .forEach(id -> accounts.computeIfPresent(id, (same, ended) -> ended.isOver(now) ? null : ended));
    }
}
