package io.flashsale.admission;

import java.time.Instant;
import java.util.List;

/**
 * Those of one campaign who were admitted together: one entry of the outbox, and one message of the queue.
 *
 * @param outboxEntry where the outbox of the shard remembers the group until the queue has it
 * @param terms what the campaign promised at that moment, as the owner of the campaign wrote it
 * @param admittedAt by the clock of the Redis server
 * @param reservations in the sequence in which they were admitted, never empty
 */
public record ReservationGroup(
        String outboxEntry, long campaignId, String terms, Instant admittedAt, List<Reservation> reservations) {

    /** How many were admitted. */
    public int size() {
        return reservations.size();
    }
}
