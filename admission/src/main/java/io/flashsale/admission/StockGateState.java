package io.flashsale.admission;

import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;

/**
 * A gate at one moment.
 *
 * @param epoch names the rebuild that made this gate
 * @param rebuilding nobody is admitted, because somebody has the rebuild lease
 * @param sameRun the Redis server still is the one that the gate was made on; after a restart or a fail-over it may
 *     have forgotten the last admissions
 * @param remaining units that can still be had
 * @param total units ever put on offer
 * @param returned how often units came back in this epoch
 * @param late how many units were handed out in this epoch after some had come back. Who has read the holders after nothing
 *     remained knows by it whether new ones have appeared since
 * @param holders how many units are held; as many as there are users who hold one, where each may have one
 * @param buckets of the campaign, of which this is one
 * @param moved units that were moved here from other buckets, less those that were moved there; in all buckets it comes to 0,
 *     unless units are on their way
 */
public record StockGateState(
        String epoch,
        boolean rebuilding,
        boolean sameRun,
        long remaining,
        long total,
        long revision,
        Instant opensAt,
        Instant closesAt,
        long returned,
        long late,
        long holders,
        int buckets,
        long moved) {

    /** Of a campaign that has one bucket. */
    public StockGateState(
            String epoch,
            boolean rebuilding,
            boolean sameRun,
            long remaining,
            long total,
            long revision,
            Instant opensAt,
            Instant closesAt,
            long returned,
            long late,
            long holders) {
        this(epoch, rebuilding, sameRun, remaining, total, revision, opensAt, closesAt, returned, late, holders, 1, 0);
    }

    /** Takes what {@code state.lua} says of one gate. */
    static Optional<StockGateState> parse(Iterator<String> fields) {
        if (fields.next().equals("MISSING")) {
            return Optional.empty();
        }
        return Optional.of(new StockGateState(
                fields.next(),
                fields.next().equals("1"),
                fields.next().equals("1"),
                Long.parseLong(fields.next()),
                Long.parseLong(fields.next()),
                Long.parseLong(fields.next()),
                Instant.ofEpochMilli(Long.parseLong(fields.next())),
                Instant.ofEpochMilli(Long.parseLong(fields.next())),
                Long.parseLong(fields.next()),
                Long.parseLong(fields.next()),
                Long.parseLong(fields.next()),
                Integer.parseInt(fields.next()),
                Long.parseLong(fields.next())));
    }

    /** Whether it admits whom its window and its stock allow: whole, not being rebuilt, and of this run of the server. */
    boolean isWarm() {
        return sameRun && !rebuilding;
    }

    /** Every unit ever offered here, or moved here, is either left or held; what differs was lost or made by a fault of Redis. */
    public long drift() {
        return remaining + holders - total - moved;
    }
}
