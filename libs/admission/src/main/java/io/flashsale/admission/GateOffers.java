package io.flashsale.admission;

import static java.util.stream.Collectors.toMap;

import io.flashsale.admission.redis.LuaScript;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RBatch;
import org.redisson.api.RMapAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * The offers of units to a waiting list, as one gate has them: each admits its user once, until it is taken back.
 *
 * <p>Does not guarantee that a unit is left for each offer: the caller counts, one at a time for each gate. Each method may
 * be repeated safely, and asks Redis once or twice, for however many offers. All throw Redisson's {@code RedisException}
 * when Redis does not answer within the time-out; then the change may still come, and the next call finds it.
 */
public final class GateOffers {

    private static final String USED = "USED";

    /** Longer than any offer that was used waits until that is noted. */
    private static final Duration KEPT = Duration.ofDays(30);

    private final RedissonClient redis;
    private final String key;
    private final Duration timeout;

    GateOffers(RedissonClient redis, String key, Duration timeout) {
        this.redis = redis;
        this.key = key;
        this.timeout = timeout;
    }

    public enum Status {
        OPEN,
        USED,
        /** The gate has no offer for this user, or another one. */
        GONE
    }

    /** Makes the offers, by user and place, unless the user has one here, used or not. */
    public void make(Map<Long, Long> placeByUser) {
        if (placeByUser.isEmpty()) {
            return;
        }
        RBatch batch = redis.createBatch();
        RMapAsync<String, String> byUser = batch.getMap(key, StringCodec.INSTANCE);
        placeByUser.forEach((user, place) -> {
            var _ = byUser.fastPutIfAbsentAsync(Long.toString(user), Long.toString(place));
        });
        var _ = byUser.expireAsync(KEPT);
        LuaScript.within(timeout, batch.executeAsync());
    }

    /** Takes the offers back, unless they were used. Returns USED, or GONE: from then on these admit nobody. */
    public Map<Long, Status> takeBack(Map<Long, Long> placeByUser) {
        if (placeByUser.isEmpty()) {
            return Map.of();
        }
        RBatch batch = redis.createBatch();
        RMapAsync<String, String> byUser = batch.getMap(key, StringCodec.INSTANCE);
        placeByUser.forEach((user, place) -> {
            var _ = byUser.removeAsync(Long.toString(user), Long.toString(place));
        });
        LuaScript.within(timeout, batch.executeAsync());
        return statuses(placeByUser, all());
    }

    /** Takes back all offers to other users than these, also used ones: those are noted elsewhere. Returns how these are. */
    public Map<Long, Status> keepOnly(Map<Long, Long> placeByUser) {
        Map<String, String> known = all();
        String[] others = known.keySet().stream()
                .filter(user -> !placeByUser.containsKey(Long.parseLong(user)))
                .toArray(String[]::new);
        if (others.length > 0) {
            LuaScript.within(timeout, map().fastRemoveAsync(others));
        }
        return statuses(placeByUser, known);
    }

    private RMapAsync<String, String> map() {
        return redis.getMap(key, StringCodec.INSTANCE);
    }

    private Map<String, String> all() {
        return LuaScript.within(timeout, map().readAllMapAsync());
    }

    private static Map<Long, Status> statuses(Map<Long, Long> placeByUser, Map<String, String> known) {
        return placeByUser.entrySet().stream()
                .collect(toMap(
                        Map.Entry::getKey,
                        offer -> status(known.get(Long.toString(offer.getKey())), offer.getValue())));
    }

    private static Status status(@Nullable String known, long place) {
        if (USED.equals(known)) {
            return Status.USED;
        }
        return Long.toString(place).equals(known) ? Status.OPEN : Status.GONE;
    }
}
