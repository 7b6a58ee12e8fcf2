package io.flashsale.admission;

import io.flashsale.admission.redis.Shards;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Makes reservation ids: positive, rising within a process, and unique over all processes by construction.
 *
 * <p>Layout, from the highest bit: 1 sign, 31 block, 28 sequence, 4 shard. A process claims a block from the
 * database, which never gives the same number twice (hi/lo allocation), and counts the sequence within the block by
 * itself. So no two processes make the same id, however often they start, whatever their clocks say and however long
 * they pause. There is no lease to lose. The id contains the shard, so that a reservation can be looked up on Redis
 * Cluster by its id alone.
 */
public final class ReservationIds {

    private static final int SHARD_BITS = 4;
    private static final int SEQUENCE_BITS = 28;

    /** The highest number of a block. */
    public static final long MAX_BLOCK = (1L << 31) - 1;

    /** The number of ids in one block. */
    static final long BLOCK_SIZE = 1L << SEQUENCE_BITS;

    private final LongSupplier blocks;
    private final long idsInBlock;
    private volatile Block block;

    /**
     * Claims the first block at once, and the next when all ids of one are used.
     *
     * @param blocks claims a block: a number never given before, and higher than every earlier one. Its exceptions
     *     come out of {@link #next}
     */
    public ReservationIds(LongSupplier blocks) {
        this(blocks, BLOCK_SIZE);
    }

    ReservationIds(LongSupplier blocks, long idsInBlock) {
        this.blocks = blocks;
        this.idsInBlock = idsInBlock;
        this.block = claimAfter(-1);
    }

    private record Block(long number, AtomicLong used) {}

    /** The next id for a reservation by this gate. */
    public long next(long gateId) {
        while (true) {
            Block current = block;
            long sequence = current.used.getAndIncrement();
            if (sequence < idsInBlock) {
                return ((current.number << SEQUENCE_BITS | sequence) << SHARD_BITS) | Shards.of(gateId);
            }
            replace(current);
        }
    }

    private synchronized void replace(Block usedUp) {
        if (block == usedUp) {
            block = claimAfter(usedUp.number);
        }
    }

    private Block claimAfter(long previous) {
        long number = blocks.getAsLong();
        if (number <= previous || number > MAX_BLOCK) {
            throw new IllegalStateException(
                    "block " + number + " is not between " + (previous + 1) + " and " + MAX_BLOCK);
        }
        return new Block(number, new AtomicLong());
    }

    public static int shardOf(long reservationId) {
        return (int) (reservationId & (Shards.COUNT - 1));
    }
}
