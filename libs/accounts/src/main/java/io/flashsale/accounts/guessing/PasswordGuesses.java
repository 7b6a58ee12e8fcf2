package io.flashsale.accounts.guessing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.quota.Backoff;
import io.flashsale.commons.quota.ClientAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Slows down guesses at one name's password, whether or not the account exists.
 *
 * <p>Each network from which the account was logged in lately has its own counter; all other networks share one. So
 * a stranger who guesses without end does not keep the owner out of their usual networks. A guesser in such a
 * network does, and an owner in a new network waits with the strangers.
 */
@Component
public class PasswordGuesses {

    /** Maximum length of a name; only so much of longer input is kept. */
    private static final int MAX_NAME = 32;

    /** Wrong passwords in a row before a caller has to wait. */
    private static final int FREE = 10;

    /** Maximum number of remembered names, existing or not, and of known networks; bounds the memory. */
    static final int TRACKED = 100_000;

    /** How long a network counts as known after a log-in. */
    private static final Duration KNOWN_FOR = Duration.ofDays(30);

    private final Backoff<String> byStrangers;
    private final Backoff<Origin> byKnown;
    private final Cache<Origin, Boolean> known;

    PasswordGuesses(GuessProperties properties) {
        this.byStrangers = backoff(properties);
        this.byKnown = backoff(properties);
        this.known = Caffeine.newBuilder()
                .maximumSize(TRACKED)
                .expireAfterWrite(KNOWN_FOR)
                .build();
    }

    /** A network that tries to log in to a name. */
    private record Origin(String name, Object network) {

        static Origin of(String username, String address) {
            return new Origin(key(username), ClientAddress.networkOf(address));
        }
    }

    private static <K> Backoff<K> backoff(GuessProperties properties) {
        return new Backoff<>(
                FREE,
                properties.firstWait(),
                properties.maxWait(),
                properties.maxWait(),
                TRACKED,
                InstantSource.system());
    }

    /**
     * Begins an attempt. Returns 0, or the seconds to wait, in which case the password must not be checked.
     *
     * @param address network address of the caller
     */
    public long begin(String username, String address) {
        Origin origin = Origin.of(username, address);
        return isKnown(origin) ? byKnown.begin(origin) : byStrangers.begin(origin.name());
    }

    /** Clears the counter of the caller's network, which counts as known from now on. Other counters stay. */
    public void succeeded(String username, String address) {
        Origin origin = Origin.of(username, address);
        if (isKnown(origin)) {
            byKnown.succeeded(origin);
        } else {
            byStrangers.succeeded(origin.name());
        }
        known.put(origin, Boolean.TRUE);
    }

    private boolean isKnown(Origin origin) {
        return known.getIfPresent(origin) != null;
    }

    /** Returns the same key for all spellings of a name. */
    static String key(String username) {
        String kept = username.length() <= MAX_NAME ? username : username.substring(0, MAX_NAME);
        return kept.toLowerCase(Locale.ROOT); // as the database compares names
    }
}
