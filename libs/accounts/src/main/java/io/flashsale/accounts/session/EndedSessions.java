package io.flashsale.accounts.session;

import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;

/**
 * Remembers revoked tokens until they have expired everywhere. The gateway polls every second, so every instance
 * refuses a token about a second later. No shopper's call waits for it.
 */
@Service
public class EndedSessions {

    static final int PAGE = 1_000;

    private final EndedSessionMapper ended;

    EndedSessions(EndedSessionMapper ended) {
        this.ended = ended;
    }

    /** Ends the token with this {@code jti}. */
    public void end(long accountId, String tokenId, Instant expiresAt) {
        ended.add(accountId, tokenId, null, expiresAt.plus(Tokens.REMEMBERED_AFTER_EXPIRY));
    }

    /** Ends all tokens of the account with a lower version; each is valid for at most {@code maxTtl} from now. */
    public void endBelow(long accountId, int version, Duration maxTtl) {
        ended.add(accountId, null, version, ended.now().plus(maxTtl).plus(Tokens.REMEMBERED_AFTER_EXPIRY));
    }

    /** Returns a page of sessions that ended since then; pass its last id to get the next page. */
    EndedSessionList since(Instant since, long afterId) {
        Instant asOf = ended.now(); // before reading: what ends in between is in the next answer, too
        List<Ended> page = ended.since(since, afterId, PAGE);
        return new EndedSessionList(asOf, page, page.size() == PAGE);
    }

    void forgetExpired() {
        while (ended.deleteExpired() > 0) {
            // 1,000 at a time, to keep locks short
        }
    }
}
