package io.flashsale.order.session;

import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;

/**
 * Remembers which tokens their holders have given up, until they have expired for everybody. The gateway asks every second, so a token
 * is refused there about a second later, on every instance; nothing that a shopper does waits for it.
 */
@Service
public class EndedSessions {

    static final int PAGE = 1_000;

    private final EndedSessionMapper ended;

    EndedSessions(EndedSessionMapper ended) {
        this.ended = ended;
    }

    /**
     * Ends one token.
     *
     * @param tokenId its {@code jti}
     */
    public void end(long accountId, String tokenId, Instant expiresAt) {
        ended.add(accountId, tokenId, null, expiresAt.plus(Tokens.REMEMBERED_AFTER_EXPIRY));
    }

    /**
     * Ends all tokens of the account with a lower version.
     *
     * @param maxTtl for which a token can still be good
     */
    public void endBelow(long accountId, int version, Duration maxTtl) {
        ended.add(accountId, null, version, ended.now().plus(maxTtl).plus(Tokens.REMEMBERED_AFTER_EXPIRY));
    }

    /** A page of those that were ended since then; the caller asks on with the last id of it. */
    EndedSessionList since(Instant since, long afterId) {
        Instant asOf = ended.now(); // before looking: what is ended in between is in the next answer, too
        List<Ended> page = ended.since(since, afterId, PAGE).stream()
                .map(row -> new Ended(row.id(), row.accountId(), row.tokenId(), row.belowVersion(), row.expiresAt()))
                .toList();
        return new EndedSessionList(asOf, page, page.size() == PAGE);
    }

    void forgetExpired() {
        while (ended.deleteExpired() > 0) {
            // a thousand at a time, so that nobody waits long for a lock
        }
    }
}
