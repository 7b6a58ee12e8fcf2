package io.flashsale.commons.tracing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.redisson.api.RBatch;
import org.redisson.api.RListAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores the stops of followed clicks in Redis, one list for each click, so that a page can show them without a
 * trace server. Its content may be incomplete: the tables are the record.
 */
public final class JourneyStore {

    /** More than any purchase has. An endlessly repeated message must not fill Redis. */
    static final int MAX_STOPS = 64;

    private static final Duration KEPT = Duration.ofHours(24);

    private final Supplier<RedissonClient> redis;
    private final JsonMapper json;

    /** @param redis called when the first click is followed */
    JourneyStore(Supplier<RedissonClient> redis, JsonMapper json) {
        this.redis = redis;
        this.json = json;
    }

    private static String key(String traceId) {
        return "journey:" + traceId;
    }

    /** Adds stops of any number of traces in one call. It may be repeated: {@link #find} tells each stop once. */
    void add(Map<String, List<StopRecord>> stops) {
        RBatch batch = redis.get().createBatch();
        stops.forEach((traceId, some) -> {
            RListAsync<String> list = batch.getList(key(traceId), StringCodec.INSTANCE);
            var _ = list.addAllAsync(some.stream().map(json::writeValueAsString).toList());
            var _ = list.trimAsync(0, MAX_STOPS - 1);
            var _ = list.expireAsync(KEPT);
        });
        batch.execute();
    }

    /**
     * The stops of a journey, in no order; empty if nothing is known of it, or no longer.
     *
     * @throws org.redisson.client.RedisException if Redis does not answer
     */
    public List<StopRecord> find(String traceId) {
        return redis.get().<String>getList(key(traceId), StringCodec.INSTANCE).readAll().stream()
                .distinct()
                .map(stop -> json.readValue(stop, StopRecord.class))
                .toList();
    }
}
