package io.flashsale.admission.outbox;

import io.flashsale.admission.RedisFixture;
import java.time.Duration;
import org.redisson.api.RedissonClient;

/** Makes relays that wait for the queue for as long as a slow machine needs. */
public final class PatientRelay {

    private PatientRelay() {}

    /** A relay for which everything in the outbox is overdue. */
    public static OutboxRelay of(RedissonClient redis, String kind, ReservationQueue queue, SavedGroups saved) {
        return new OutboxRelay(redis, kind, queue, saved, Duration.ZERO, RedisFixture.HANG_GUARD);
    }
}
