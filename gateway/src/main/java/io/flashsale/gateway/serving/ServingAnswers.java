package io.flashsale.gateway.serving;

import io.flashsale.gateway.upstream.UpstreamReply;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Caches what stock-service says of waiting rooms. It asks once a second for each room, however many shoppers want
 * to know.
 *
 * <p>Guarantees: no answer is older than {@link WatchedWaitingRoom#MAX_AGE}, and no more rooms are watched than
 * configured. If a sale has no waiting room, or stock-service does not answer, that is remembered for one poll
 * interval.
 */
class ServingAnswers {

    /**
     * The most sales without an answer yet. It exceeds the number of real rooms, and is small enough to keep. The
     * oldest are forgotten first, so that made-up ids cannot keep real rooms out.
     */
    private static final int MAX_UNKNOWN = 1_000;

    /** A waiting room that nobody asks about in this time is no longer watched. */
    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);

    private final ConcurrentMap<Long, WatchedWaitingRoom> watched = new ConcurrentHashMap<>();

    /** Kept separately, so that ids without a room take no room's place. */
    private final Map<Long, WatchedWaitingRoom> unknown = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, WatchedWaitingRoom> eldest) {
            return size() > MAX_UNKNOWN;
        }
    });

    /** Asks about a waiting room. */
    private final LongFunction<UpstreamReply> stock;

    private final ServingProperties properties;
    private final InstantSource clock;

    ServingAnswers(LongFunction<UpstreamReply> stock, ServingProperties properties, InstantSource clock) {
        this.stock = stock;
        this.properties = properties;
        this.clock = clock;
    }

    /** The answer; null if there is none here, so that the request must be forwarded. */
    @Nullable
    ServingAnswer of(long saleId) {
        WatchedWaitingRoom room = watched.get(saleId);
        return room == null ? ofUnknown(saleId) : room.answer(stock);
    }

    private @Nullable ServingAnswer ofUnknown(long saleId) {
        if (watched.size() >= properties.maxSales()) {
            return null;
        }
        WatchedWaitingRoom room = unknown.computeIfAbsent(saleId, id -> new WatchedWaitingRoom(id, properties, clock));
        ServingAnswer answer = room.answer(stock);
        if (room.isWaitingRoom()) {
            watched.putIfAbsent(saleId, room);
            unknown.remove(saleId, room);
        }
        return answer;
    }

    /** Refreshes all watched rooms; called repeatedly. */
    void refreshAll() {
        unknown.values().removeIf(room -> room.forgotten(properties.pollInterval()));
        watched.values().removeIf(room -> room.forgotten(FORGET_AFTER));
        watched.values().forEach(room -> room.refresh(stock));
    }

    int count() {
        return watched.size();
    }
}
