package io.flashsale.admission;

import io.flashsale.admission.redis.Shards;
import io.flashsale.commons.sql.IdSequence;
import java.util.function.LongSupplier;

/**
 * Makes reservation ids: positive, rising within a process, and unique over all processes by construction.
 *
 * <p>Layout, from the highest bit: 1 sign, 31 block, 28 sequence, 4 shard; {@link IdSequence} makes block and
 * sequence. The id contains the shard, so that a reservation can be looked up on Redis Cluster by its id alone.
 */
public final class ReservationIds {

    private static final int SHARD_BITS = 4;
    private static final int SEQUENCE_BITS = 28;

    private final IdSequence ids;

    /**
     * Claims the first block at once, and the next when all ids of one are used.
     *
     * @param blocks claims a block, as {@link IdSequence} says
     */
    public ReservationIds(LongSupplier blocks) {
        ids = new IdSequence(blocks, SEQUENCE_BITS);
        ids.prepare();
    }

    public long next(long gateId) {
        return ids.next() << SHARD_BITS | Shards.of(gateId);
    }

    public static int shardOf(long reservationId) {
        return (int) (reservationId & (Shards.COUNT - 1));
    }
}
