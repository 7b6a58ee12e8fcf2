package io.flashsale.order.guessing;

import io.flashsale.commons.backoff.Backoff;
import java.time.InstantSource;
import org.springframework.stereotype.Component;

/**
 * Bounds how often one account is logged in to. A password that is right costs as much computing as one that is wrong, which
 * {@link PasswordGuesses} slow down: whoever has one account could keep everybody else from logging in.
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
                properties.tracked(),
                InstantSource.system());
    }

    /** Begins a log-in, and answers 0; or the seconds to wait, and then the password is not to be looked at. */
    public long begin(String username) {
        return names.begin(PasswordGuesses.key(username));
    }

    /** It was none, so it does not keep the holder of the name from logging in. */
    public void refused(String username) {
        names.takeBack(PasswordGuesses.key(username));
    }
}
