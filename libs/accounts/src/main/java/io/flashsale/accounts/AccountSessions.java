package io.flashsale.accounts;

import io.flashsale.accounts.session.EndedSessions;
import io.flashsale.accounts.token.JwtIssuer;
import io.flashsale.accounts.token.SignedToken;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * Begins and ends the sessions of accounts. A session is a token. It ends when the account's token version exceeds
 * the token's.
 */
@Component
class AccountSessions {

    private final AccountMapper accounts;
    private final JwtIssuer tokens;
    private final EndedSessions ended;
    private final ApplicationEventPublisher events;

    AccountSessions(AccountMapper accounts, JwtIssuer tokens, EndedSessions ended, ApplicationEventPublisher events) {
        this.accounts = accounts;
        this.tokens = tokens;
        this.ended = ended;
        this.events = events;
    }

    SignedToken begin(Account holder) {
        return tokens.forAccount(
                holder.id(),
                holder.username(),
                holder.role(),
                holder.tokenVersion(),
                holder.since(),
                holder.hasPassword());
    }

    /**
     * Ends sessions with a lower version than the account has now. Call it in the transaction that raises the
     * version.
     */
    void endOlder(long accountId) {
        accounts.tokenVersion(accountId).ifPresent(version -> ended.endBelow(accountId, version, tokens.maxTtl()));
        events.publishEvent(new AllSessionsEnded(accountId));
    }
}
