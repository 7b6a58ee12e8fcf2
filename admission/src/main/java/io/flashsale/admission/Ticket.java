package io.flashsale.admission;

import java.time.Instant;

/**
 * Someone who was admitted.
 *
 * @param outboxEntry where the outbox of the shard remembers the ticket until the queue has it
 * @param terms what the offer promised at that moment, as the owner of the offer wrote it
 * @param admittedAt by the clock of the Redis server
 * @param correlationId of the request, may be empty
 */
public record Ticket(
        long id,
        long offerId,
        long userId,
        String outboxEntry,
        String terms,
        Instant admittedAt,
        String correlationId) {}
