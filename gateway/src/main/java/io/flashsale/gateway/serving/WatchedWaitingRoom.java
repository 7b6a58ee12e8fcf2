package io.flashsale.gateway.serving;

import io.flashsale.gateway.upstream.UpstreamReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One watched waiting room. Readers see the last answer, and the first reader waits for it. Whatever the answer
 * was, nobody asks again within the poll interval.
 */
final class WatchedWaitingRoom {

    /**
     * The maximum age of an answer. Without a newer one, shoppers get stock-service's problem, or are told that it does
     * not answer.
     */
    static final Duration MAX_AGE = Duration.ofSeconds(5);

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
     * Returns the first of these that exists: an answer that is recent enough; a problem from within the last poll
     * interval; the result of a new question. The first caller asks, and the others wait for the result. Returns
     * null if the result arrives too late.
     */
    @Nullable
    ServingAnswer answer(LongFunction<UpstreamReply> stock) {
        Instant now = clock.instant();
        if (now.isAfter(lastAsked.plusSeconds(1))) {
            lastAsked = now; // not at every request, because all cores write here
        }
        ServingAnswer known = known(now);
        if (known != null) {
            return known;
        }
        asking.lock();
        try {
            if (known(clock.instant()) == null) {
                refresh(stock);
            }
            return known(clock.instant());
        } finally {
            asking.unlock();
        }
    }

    private @Nullable ServingAnswer known(Instant now) {
        ServingAnswer good = answer;
        if (isFresh(good, now, MAX_AGE)) {
            return good;
        }
        ServingAnswer instead = problem;
        return isFresh(instead, now, properties.pollInterval()) ? instead : null;
    }

    private static boolean isFresh(@Nullable ServingAnswer known, Instant now, Duration maxAge) {
        return known != null && now.minus(maxAge).isBefore(known.at());
    }

    /** Asks once. A problem does not replace the last answer until that is too old. */
    void refresh(LongFunction<UpstreamReply> stock) {
        Instant at = clock.instant();
        UpstreamReply said = stock.apply(saleId);
        if (said.status() == 200) {
            answer = ServingAnswer.of(said.status(), said.body(), at);
        } else {
            problem = ServingAnswer.of(said.status(), said.body(), clock.instant());
        }
    }

    boolean forgotten(Duration after) {
        return clock.instant().isAfter(lastAsked.plus(after));
    }

    /** Whether there ever was an answer other than a problem. */
    boolean isWaitingRoom() {
        return answer != null;
    }
}
