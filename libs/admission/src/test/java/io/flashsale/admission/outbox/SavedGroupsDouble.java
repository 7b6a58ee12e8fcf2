package io.flashsale.admission.outbox;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.ReservationGroup;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.redisson.api.RedissonClient;

/** Plays the database. All that it has is overdue. */
public final class SavedGroupsDouble implements SavedGroups {

    /** Whether it does not answer. */
    public volatile boolean away;

    /** Runs while rows are written, before their commit. */
    public volatile Runnable whileWriting = () -> {};

    private final ConcurrentNavigableMap<Long, ReservationGroup> groups = new ConcurrentSkipListMap<>();

    /** A relay for which all in the outbox is overdue, too; it waits for the queue as long as a slow machine needs. */
    public OutboxRelay relay(RedissonClient redis, ReservationQueue queue) {
        return new OutboxRelay(redis, "sale", queue, this, Duration.ZERO, RedisFixture.HANG_GUARD);
    }

    public List<ReservationGroup> all() {
        return List.copyOf(groups.values());
    }

    @Override
    public boolean save(List<ReservationGroup> some, BooleanSupplier inTime) {
        whileWriting.run();
        boolean saves = !away && inTime.getAsBoolean();
        if (saves) {
            some.forEach(group -> groups.putIfAbsent(group.first(), group));
        }
        return saves;
    }

    @Override
    public List<ReservationGroup> overdue(Duration age, long after, int max) {
        return away
                ? List.of()
                : groups.tailMap(after, false).values().stream().limit(max).toList();
    }

    @Override
    public void forget(List<ReservationGroup> some) {
        if (!away) {
            some.forEach(group -> groups.remove(group.first()));
        }
    }

    @Override
    public Set<Long> waiting(Collection<Long> campaignIds) throws ExecutionException {
        if (away) {
            throw new ExecutionException("the database is away", null);
        }
        Set<Long> waiting = new HashSet<>(campaignIds);
        waiting.retainAll(
                groups.values().stream().map(ReservationGroup::campaignId).toList());
        return waiting;
    }

    @Override
    public Duration oldestAge() {
        return Duration.ZERO;
    }
}
