package io.flashsale.gateway.revocation;

import io.flashsale.commons.security.TokenHolder;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Whether the verified token of this holder is revoked. */
    public boolean include(TokenHolder holder) {
        OfAccount ended = accounts.get(holder.shopper().id());
        if (ended == null) {
            return false;
        }
        return holder.version() < ended.belowVersion
                || (holder.tokenId() != null && ended.tokens.containsKey(holder.tokenId()));
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
