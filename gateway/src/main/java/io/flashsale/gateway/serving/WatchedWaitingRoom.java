package io.flashsale.gateway.serving;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One waiting room that is asked about. Readers see the last answer; the first of them waits for it, and nobody asks again within
 * the poll interval, whatever the answer was.
 */
final class WatchedWaitingRoom {

    /** Says what stock-service answers; a problem of our own when it does not. */
    @FunctionalInterface
    interface Source {
        Said ask(long saleId);

        /** @param body of another status than 200 is a problem */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Said(int status, byte[] body) {}
    }

    private final long saleId;
    private final ServingProperties properties;
    private final InstantSource clock;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable ServingAnswer answer;
    private volatile @Nullable ServingAnswer problem;
    private volatile Instant lastAsked;

    WatchedWaitingRoom(long saleId, ServingProperties properties, InstantSource clock) {
        this.saleId = saleId;
        this.properties = properties;
        this.clock = clock;
        this.lastAsked = clock.instant();
    }

    /**
     * The last answer, if it is not too old; else the problem that was told instead not longer than a poll interval ago; else
     * whoever comes first asks, and the others wait for what he gets. Null if that took so long that it is too old.
     */
    @Nullable
    ServingAnswer answer(Source source) {
        Instant now = clock.instant();
        if (now.isAfter(lastAsked.plusSeconds(1))) {
            lastAsked = now; // not at every request: all cores write here
        }
        ServingAnswer known = known(now);
        if (known != null) {
            return known;
        }
        asking.lock();
        try {
            if (known(clock.instant()) == null) {
                refresh(source);
            }
            return known(clock.instant());
        } finally {
            asking.unlock();
        }
    }

    private @Nullable ServingAnswer known(Instant now) {
        ServingAnswer good = answer;
        if (isFresh(good, now, properties.maxAge())) {
            return good;
        }
        ServingAnswer instead = problem;
        return isFresh(instead, now, properties.pollInterval()) ? instead : null;
    }

    private static boolean isFresh(@Nullable ServingAnswer known, Instant now, Duration maxAge) {
        return known != null && now.minus(maxAge).isBefore(known.at());
    }

    /** Asks. A problem leaves the last answer, until that is too old. */
    void refresh(Source source) {
        Instant at = clock.instant();
        Source.Said said = source.ask(saleId);
        if (said.status() == 200) {
            answer = ServingAnswer.of(said.status(), said.body(), at);
        } else {
            problem = ServingAnswer.of(said.status(), said.body(), clock.instant());
        }
    }

    boolean forgotten(Duration after) {
        return clock.instant().isAfter(lastAsked.plus(after));
    }

    /** Whether there ever was an answer that is no problem. */
    boolean isWaitingRoom() {
        return answer != null;
    }
}
