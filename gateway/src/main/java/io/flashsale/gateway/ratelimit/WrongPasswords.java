package io.flashsale.gateway.ratelimit;

import io.flashsale.commons.quota.Backoff;
import io.flashsale.commons.quota.ClientAddress;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Makes an address and its network wait after wrong passwords, for any user names. One password tried on many names
 * is guessing, too. order-service slows down guesses at one name from many addresses.
 */
final class WrongPasswords {

    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofMinutes(5);
    private static final Duration FORGIVEN = Duration.ofSeconds(10);
    private static final Duration FORGIVEN_TO_NETWORK = Duration.ofSeconds(1);

    private final Backoff<Object> byAddress;
    private final Backoff<Object> byNetwork;

    WrongPasswords(RateLimitProperties limits, InstantSource clock) {
        this.byAddress = backoff(limits.wrongPasswords(), FORGIVEN, clock);
        this.byNetwork = backoff(limits.wrongPasswordsOfNetwork(), FORGIVEN_TO_NETWORK, clock);
    }

    private static Backoff<Object> backoff(int free, Duration forgiven, InstantSource clock) {
        return new Backoff<>(free, FIRST_WAIT, MAX_WAIT, forgiven, TokenBuckets.TRACKED, clock);
    }

    /** The seconds to wait, or 0. */
    long waitFor(String address) {
        return Math.max(
                byAddress.waitFor(ClientAddress.of(address)), byNetwork.waitFor(ClientAddress.networkOf(address)));
    }

    void add(String address) {
        byAddress.begin(ClientAddress.of(address));
        byNetwork.begin(ClientAddress.networkOf(address));
    }
}
