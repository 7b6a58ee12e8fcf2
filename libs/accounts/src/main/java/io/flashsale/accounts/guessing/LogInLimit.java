package io.flashsale.accounts.guessing;

import io.flashsale.commons.quota.Backoff;
import java.time.InstantSource;
import org.springframework.stereotype.Component;

/**
 * Limits how often one account can log in. Checking a right password costs as much computing as checking a wrong
 * one, and {@link PasswordGuesses} slows down only wrong ones. Without this limit, a user with one account could
 * keep all others from logging in.
 */
@Component
public class LogInLimit {

    private final Backoff<String> names;

    LogInLimit(LogInProperties properties) {
        this.names = new Backoff<>(
                properties.atOnce() - 1, // the last of them makes the next one wait
                properties.again(),
                properties.again(),
                properties.again(),
                PasswordGuesses.TRACKED,
                InstantSource.system());
    }

    /** Begins a log-in. Returns 0, or the seconds to wait, in which case the password must not be checked. */
    public long begin(String username) {
        return names.begin(PasswordGuesses.key(username));
    }

    /** Takes a refused attempt back, so that it does not keep the owner from logging in. */
    public void refused(String username) {
        names.takeBack(PasswordGuesses.key(username));
    }
}
