package io.flashsale.admission;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RMap;

/**
 * The offers of units to a waiting list, as one gate has them: each admits its user once, until it is taken back.
 *
 * <p>Does not guarantee that a unit is left for each offer: the caller counts, one at a time for each gate. Each method may
 * be repeated safely. All throw Redisson's {@code RedisException} when Redis does not answer.
 */
public final class GateOffers {

    private static final String USED = "USED";

    /** Longer than any offer that was used waits until that is noted. */
    private static final Duration KEPT = Duration.ofDays(30);

    private final RMap<String, String> byUser;

    GateOffers(RMap<String, String> byUser) {
        this.byUser = byUser;
    }

    public enum Status {
        OPEN,
        USED,
        /** The gate has no offer for this user, or another one. */
        GONE
    }

    /** Makes the offer, unless the user has one here, used or not. Returns how it is now. */
    public Status make(long userId, long place) {
        byUser.fastPutIfAbsent(Long.toString(userId), Long.toString(place));
        byUser.expire(KEPT);
        return status(byUser.get(Long.toString(userId)), place);
    }

    /** Takes the offer back, unless it was used. Returns USED, or GONE: from then on it admits nobody. */
    public Status takeBack(long userId, long place) {
        byUser.remove(Long.toString(userId), Long.toString(place));
        return status(byUser.get(Long.toString(userId)), place);
    }

    /** Takes back all offers to other users than these, also used ones: those are noted elsewhere. */
    public void keepOnly(Set<Long> users) {
        String[] others = byUser.readAllKeySet().stream()
                .filter(user -> !users.contains(Long.parseLong(user)))
                .toArray(String[]::new);
        if (others.length > 0) {
            byUser.fastRemove(others);
        }
    }

    /** How the offers are now, by user and place. */
    public Map<Long, Status> statuses(Map<Long, Long> placeByUser) {
        Map<String, String> known = byUser.readAllMap();
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
