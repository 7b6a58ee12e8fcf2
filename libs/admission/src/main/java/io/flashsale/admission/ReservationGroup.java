package io.flashsale.admission;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reservations that one gate made together: one entry of the outbox, and one message of the queue.
 *
 * @param outboxEntry where the outbox of the shard remembers the group until the queue has it
 * @param campaignId id of the gate: the campaign's, or that of one of its buckets
 * @param terms that the campaign promised at that moment; its owner wrote the text
 * @param admittedAt by the clock of the Redis server
 * @param reservations in the sequence in which they were made, never empty
 */
public record ReservationGroup(
        String outboxEntry, long campaignId, String terms, Instant admittedAt, List<UserReservation> reservations) {

    /**
     * The strings by which scripts recognize the group's entry: entry id, first reservation id. The entry id alone is
     * not enough: after a fail-over another group may have it.
     */
    public Stream<String> name() {
        return Stream.of(outboxEntry, Long.toString(first()));
    }

    /** The id of the first reservation. No other group has it. */
    public long first() {
        return reservations.getFirst().id();
    }

    public int size() {
        return reservations.size();
    }
}
