package io.flashsale.order.guessing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.backoff.Backoff;
import io.flashsale.commons.network.ClientAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Slows down whoever guesses the password of one name. A name that nobody has is treated as one that somebody has.
 *
 * <p>Whoever comes from a network from which somebody has logged in to the name lately is counted apart from all others: a
 * stranger who guesses without end does not keep the holder out of where he usually comes from. Who guesses from there does,
 * and the holder who is somewhere new waits with the strangers.
 */
@Component
public class PasswordGuesses {

    /** No name is longer; of what is typed instead no more is kept. */
    private static final int MAX_NAME = 32;

    /** How long a network counts as one that the holder comes from. */
    private static final Duration KNOWN_FOR = Duration.ofDays(30);

    private final Backoff<String> byStrangers;
    private final Backoff<Origin> byKnown;
    private final Cache<Origin, Boolean> known;

    PasswordGuesses(GuessProperties properties) {
        this.byStrangers = backoff(properties);
        this.byKnown = backoff(properties);
        this.known = Caffeine.newBuilder()
                .maximumSize(properties.tracked())
                .expireAfterWrite(KNOWN_FOR)
                .build();
    }

    /** A network from which somebody asks for a name. */
    private record Origin(String name, Object network) {

        static Origin of(String username, String address) {
            return new Origin(key(username), ClientAddress.networkOf(address));
        }
    }

    private static <K> Backoff<K> backoff(GuessProperties properties) {
        return new Backoff<>(
                properties.free(),
                properties.firstWait(),
                properties.maxWait(),
                properties.maxWait(),
                properties.tracked(),
                InstantSource.system());
    }

    /**
     * Begins an attempt, and answers 0; or the seconds to wait, and then the password is not to be looked at.
     *
     * @param address that it comes from
     */
    public long begin(String username, String address) {
        Origin origin = Origin.of(username, address);
        return isKnown(origin) ? byKnown.begin(origin) : byStrangers.begin(origin.name());
    }

    /** The password was right. What strangers have tried is held against strangers still, unless it was one of them. */
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

    /** One for all ways to write a name. */
    static String key(String username) {
        String kept = username.length() <= MAX_NAME ? username : username.substring(0, MAX_NAME);
        return kept.toLowerCase(Locale.ROOT); // as the database compares names
    }
}
