package io.flashsale.admission;

import java.time.Instant;

/**
 * Someone who was admitted.
 *
 * @param outboxEntry where the outbox of the shard remembers the reservation until the queue has it
 * @param terms what the campaign promised at that moment, as the owner of the campaign wrote it
 * @param admittedAt by the clock of the Redis server
 * @param correlationId of the request, may be empty
 */
public record Reservation(
        long id,
        long campaignId,
        long userId,
        String outboxEntry,
        String terms,
        Instant admittedAt,
        String correlationId) {}
