package io.flashsale.commons.sql;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Makes ids from blocks (hi/lo allocation): positive, rising within a process, and unique over all processes.
 *
 * <p>An id is the number of a block and, in its lowest bits, a sequence. A process claims a block from
 * {@link IdBlocks}, which never gives the same number twice, and counts the sequence by itself. So no two processes
 * make the same id, however often they start, whatever their clocks say and however long they pause. There is no
 * lease to lose.
 *
 * <p>Unlike AUTO_INCREMENT it does not go back with the database: an id whose row was lost by a fail-over, or by the
 * restore of a backup, is not made again.
 */
public final class IdSequence {

    /** The highest number of a block. */
    static final long MAX_BLOCK = (1L << 31) - 1;

    /** Ids are spread over so many shards, by their lowest bits. */
    private static final int SHARDS = 16;

    private final LongSupplier blocks;
    private final int sequenceBits;
    private volatile Block block;

    /**
     * Claims no block yet; the first call of {@link #next} does.
     *
     * @param blocks claims a block: a number never given before, and higher than every earlier one. Its exceptions
     *     come out of {@link #next}
     * @param sequenceBits a block has 2 to the power of this many ids
     */
    public IdSequence(LongSupplier blocks, int sequenceBits) {
        this.blocks = blocks;
        this.sequenceBits = sequenceBits;
        this.block = new Block(-1, new AtomicLong(1L << sequenceBits)); // used up
    }

    private record Block(long number, AtomicLong used) {}

    /** Claims a block now, so that {@link #next} needs the database only once its ids are used. */
    public void prepare() {
        replace(block);
    }

    public long next() {
        while (true) {
            Block current = block;
            long sequence = current.used.getAndIncrement();
            if (sequence < 1L << sequenceBits) {
                return current.number << sequenceBits | sequence;
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
        // Else the first ids of all processes would be in one shard.
        return new Block(number, new AtomicLong(number % SHARDS));
    }
}
