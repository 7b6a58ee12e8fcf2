package io.flashsale.order.guessing;

import io.flashsale.commons.backoff.Backoff;
import java.time.InstantSource;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Slows down whoever guesses the password of one name. A name that nobody has is treated as one that somebody has. */
@Component
public class PasswordGuesses {

    /** No name is longer; of what is typed instead no more is kept. */
    private static final int MAX_NAME = 32;

    private final Backoff<String> byName;

    PasswordGuesses(GuessProperties properties) {
        this.byName = new Backoff<>(
                properties.free(),
                properties.firstWait(),
                properties.maxWait(),
                properties.maxWait(),
                properties.tracked(),
                InstantSource.system());
    }

    /** Begins an attempt, and answers 0; or the seconds to wait, and then the password is not to be looked at. */
    public long begin(String username) {
        return byName.begin(key(username));
    }

    /** The password was right. */
    public void succeeded(String username) {
        byName.succeeded(key(username));
    }

    private static String key(String username) {
        String kept = username.length() <= MAX_NAME ? username : username.substring(0, MAX_NAME);
        return kept.toLowerCase(Locale.ROOT); // as the database compares names
    }
}
