package io.flashsale.gateway.serving;

import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What stock-service says of waiting rooms, asked once a second for each, however many want to know.
 *
 * <p>Guarantees: no answer is older than the configured age, and no more rooms are watched than configured. That a sale has no
 * waiting room, or that stock-service does not say, is remembered for as long as a question is good for, and not asked again.
 */
class ServingAnswers {

    /**
     * Sales that are asked about and have no answer yet, at most: more than anybody has rooms, and few enough to keep. Of more the oldest
     * are forgotten, so that made-up ones keep none out that there is.
     */
    private static final int MAX_UNKNOWN = 1_000;

    private final ConcurrentMap<Long, WatchedWaitingRoom> watched = new ConcurrentHashMap<>();

    /** Kept apart, so that what is no room takes no room's place. */
    private final Map<Long, WatchedWaitingRoom> unknown = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, WatchedWaitingRoom> eldest) {
            return size() > MAX_UNKNOWN;
        }
    });

    private final WatchedWaitingRoom.Source source;
    private final ServingProperties properties;
    private final InstantSource clock;

    ServingAnswers(WatchedWaitingRoom.Source source, ServingProperties properties, InstantSource clock) {
        this.source = source;
        this.properties = properties;
        this.clock = clock;
    }

    /** The answer; null if there is none here, so that the request has to be sent on. */
    @Nullable
    ServingAnswer of(long saleId) {
        WatchedWaitingRoom room = watched.get(saleId);
        return room == null ? ofUnknown(saleId) : room.answer(source);
    }

    private @Nullable ServingAnswer ofUnknown(long saleId) {
        if (watched.size() >= properties.maxSales()) {
            return null;
        }
        WatchedWaitingRoom room = unknown.computeIfAbsent(saleId, id -> new WatchedWaitingRoom(id, properties, clock));
        ServingAnswer answer = room.answer(source);
        if (room.isWaitingRoom()) {
            watched.putIfAbsent(saleId, room);
            unknown.remove(saleId, room);
        }
        return answer;
    }

    /** To be called again and again. */
    void refreshAll() {
        unknown.values().removeIf(room -> room.forgotten(properties.pollInterval()));
        watched.values().removeIf(room -> room.forgotten(properties.forgetAfter()));
        watched.values().forEach(room -> room.refresh(source));
    }

    int count() {
        return watched.size();
    }
}
