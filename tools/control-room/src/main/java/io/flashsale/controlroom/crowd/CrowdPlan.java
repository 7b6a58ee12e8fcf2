package io.flashsale.controlroom.crowd;

import java.time.Duration;
import java.util.Optional;

/**
 * What a crowd is to do. Valid only if {@link #fault} is empty.
 *
 * @param arriveWithin time over which the people arrive; zero for all at once. Scripts always arrive at once
 */
record CrowdPlan(String id, CrowdSale sale, int shoppers, Duration arriveWithin, ScriptShare scripts) {

    /** A shopper without an answer gives up this long after the opening. */
    static final Duration MAX_DURATION = Duration.ofMinutes(2);

    /** A crowd does not wait for a sale that opens later than this. */
    static final Duration MAX_WAIT = Duration.ofMinutes(5);

    /** What the shop answers in about a minute on two processors. */
    static final long MAX_SCRIPT_CLICKS = 100_000;

    /** What one processor computes in a minute or two. */
    static final long MAX_HASHES = 200_000_000;

    int scriptAccounts() {
        return scripts.of(shoppers);
    }

    int people() {
        return shoppers - scriptAccounts();
    }

    /** Whether the crowd arrives before the opening and waits for it. */
    boolean waitsForOpening() {
        return sale.untilOpening().isPositive() && sale.untilOpening().compareTo(MAX_WAIT) <= 0;
    }

    /** Whether it would enter a waiting room and give up before the room opens. */
    boolean comesInVain() {
        return sale.mode().queues() && sale.untilOpening().isPositive() && !waitsForOpening();
    }

    /** Time limit from requesting the shoppers until those without an answer give up. */
    Duration maxDuration() {
        return waitsForOpening() ? sale.untilOpening().plus(MAX_DURATION) : MAX_DURATION;
    }

    /** The number of hashes that it computes on average. */
    long hashes() {
        return (people() + (scripts.proofOfWork() ? scriptAccounts() : 0)) * (sale.difficulty() / 2);
    }

    /** Returns which limit it exceeds, as a sentence for the administrator. */
    Optional<String> fault() {
        long clicks = (long) scriptAccounts() * scripts.clicks();
        if (clicks > MAX_SCRIPT_CLICKS) {
            return Optional.of("scripts would click %d times, and may %d times: send fewer, or have each click less."
                    .formatted(clicks, MAX_SCRIPT_CLICKS));
        }
        if (hashes() > MAX_HASHES) {
            return Optional.of(("shoppers would compute %d hashes in all before they may enter, and may %d:"
                            + " send fewer, or lower entry.difficulty of the sale.")
                    .formatted(hashes(), MAX_HASHES));
        }
        return Optional.empty();
    }
}
