package io.flashsale.admission;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes ticket ids: positive, unique over all nodes, and roughly in the order of their making.
 *
 * <p>Layout, from the highest bit: 1 sign, 41 milliseconds since 2025-01-01 (until 2094), 10 node, 8 sequence, 4 shard.
 * The shard is in the id, so that a ticket can be looked up on Redis Cluster by its id alone. (Snowflake, with a shard
 * where it has a longer sequence.)
 *
 * <p>A clock that goes back does no harm: the time in the ids only ever goes forward, and under more than 256 ids a
 * millisecond it runs ahead of the clock. Uniqueness rests on the node number: no two running processes may have the
 * same.
 */
public final class TicketIds {

    private static final long EPOCH_MS = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int SHARD_BITS = 4;
    private static final int SEQUENCE_BITS = 8;
    private static final int NODE_BITS = 10;

    /** Node numbers are below this. */
    public static final int NODES = 1 << NODE_BITS;

    private final long node;
    private final Clock clock;

    /** Milliseconds and, below them, the sequence. */
    private final AtomicLong last = new AtomicLong();

    /**
     * @param node 0 to {@value #NODES} - 1, of no other running process
     */
    public TicketIds(int node, Clock clock) {
        if (node < 0 || node >= NODES) {
            throw new IllegalArgumentException("node must be 0 to " + (NODES - 1) + ", not " + node);
        }
        this.node = node;
        this.clock = clock;
    }

    /** The next id for a ticket to this offer. */
    public long next(long offerId) {
        long now = (clock.millis() - EPOCH_MS) << SEQUENCE_BITS;
        long instant = last.updateAndGet(previous -> Math.max(previous + 1, now));
        long milliseconds = instant >>> SEQUENCE_BITS;
        long sequence = instant & ((1 << SEQUENCE_BITS) - 1);
        return (((milliseconds << NODE_BITS | node) << SEQUENCE_BITS | sequence) << SHARD_BITS) | Shards.of(offerId);
    }

    static int shardOf(long ticketId) {
        return (int) (ticketId & (Shards.COUNT - 1));
    }
}
