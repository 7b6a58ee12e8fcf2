package io.flashsale.admission;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Those who were admitted together by one gate: one entry of the outbox, and one message of the queue.
 *
 * @param outboxEntry where the outbox of the shard remembers the group until the queue has it
 * @param campaignId id of the gate: the campaign's, or that of one of its buckets
 * @param terms what the campaign promised at that moment, as the owner of the campaign wrote it
 * @param admittedAt by the clock of the Redis server
 * @param reservations in the sequence in which they were admitted, never empty
 */
public record ReservationGroup(
        String outboxEntry, long campaignId, String terms, Instant admittedAt, List<Reservation> reservations) {

    /**
     * What scripts know the group's entry by: entry, first reservation. No other group has this reservation, while after a
     * fail-over another one may have the entry's id.
     */
    public Stream<String> name() {
        return Stream.of(outboxEntry, Long.toString(reservations.getFirst().id()));
    }

    /** How many were admitted. */
    public int size() {
        return reservations.size();
    }
}
