package io.flashsale.controlroom.crowd;

import java.time.Duration;
import java.util.Optional;

/**
 * What a crowd is told to do. Valid only if {@link #fault} is empty.
 *
 * @param arriveWithin the time over which the people come; zero means all at once. Scripts always do
 */
record CrowdPlan(String id, CrowdSale sale, int shoppers, Duration arriveWithin, Scripts scripts) {

    /** After this whoever has no answer yet goes home; counted from the opening. */
    static final Duration MAX_DURATION = Duration.ofMinutes(2);

    /** For a sale that opens later nobody waits. */
    static final Duration MAX_WAIT = Duration.ofMinutes(5);

    /** About a minute of what the shop answers on two processors. */
    static final long MAX_SCRIPT_CLICKS = 100_000;

    /** What one processor computes in a minute or two. */
    static final long MAX_HASHES = 200_000_000;

    int scriptAccounts() {
        return scripts.of(shoppers);
    }

    int people() {
        return shoppers - scriptAccounts();
    }

    /** Whether it comes before the opening, and stays until then. */
    boolean waitsForOpening() {
        return sale.untilOpening().isPositive() && sale.untilOpening().compareTo(MAX_WAIT) <= 0;
    }

    /** Whether it would enter a waiting room, and go home before it opens. */
    boolean comesInVain() {
        return sale.mode().queues() && sale.untilOpening().isPositive() && !waitsForOpening();
    }

    /** From when its shoppers are asked for: after it whoever has no answer goes home. */
    Duration maxDuration() {
        return waitsForOpening() ? sale.untilOpening().plus(MAX_DURATION) : MAX_DURATION;
    }

    /** Hashes that it computes, on average. */
    long hashes() {
        return (people() + (scripts.proofOfWork() ? scriptAccounts() : 0)) * (sale.difficulty() / 2);
    }

    /** What is too much of it, as a sentence for the admin. */
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
