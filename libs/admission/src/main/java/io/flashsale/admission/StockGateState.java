package io.flashsale.admission;

import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;

/**
 * A gate at one moment.
 *
 * @param epoch names the rebuild that made this gate
 * @param rebuilding whether a rebuild has the lease; then the gate admits nobody
 * @param sameRun whether the Redis server is still on the run that the gate was made on; after a restart or a
 *     fail-over it may have forgotten the last admissions
 * @param remaining units left
 * @param total units put on offer, as in {@link Campaign}
 * @param returned how often units came back; counts within the epoch
 * @param late units handed out in this epoch after some had come back. A reader of the holders of a sold-out gate
 *     sees by it whether new ones have appeared since
 * @param holders how many units are held; equals the number of holding users if each may have one
 * @param buckets of the campaign, of which this is one
 * @param moved units moved here from other buckets, less those moved away; 0 over all buckets, unless units are on
 *     their way
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

    /** Parses the answer of {@code state.lua} for one gate. */
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

    /**
     * Whether it admits users within its window and stock: whole, not being rebuilt, and of this run of the server.
     */
    public boolean isWarm() {
        return sameRun && !rebuilding;
    }

    /**
     * Whether the gate knows changes that the database does not have: it was restored, or a fail-over has lost them.
     *
     * @param now the campaign, read after the gate
     */
    boolean isAheadOf(Campaign now) {
        return revision > now.revision() || total > now.totalStock();
    }

    /**
     * The difference between the units offered or moved here and those left or held. Only lost units, or a fault of
     * Redis, make it other than 0.
     */
    public long drift() {
        return remaining + holders - total - moved;
    }
}
