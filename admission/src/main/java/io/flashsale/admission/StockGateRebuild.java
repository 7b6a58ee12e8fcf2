package io.flashsale.admission;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Makes a gate anew from the database: close, let the queue drain, load, reopen.
 *
 * <p>The caller takes the rebuild lease with {@link #begin}, which closes the gate, waits until every admission before
 * that has reached the database, and then, in a transaction that keeps others from changing the campaign's stock, calls
 * {@link #reopen} with what the database holds. Whoever takes the lease later wins: a rebuild that was overtaken changes
 * nothing any more, and says so.
 */
public final class StockGateRebuild {

    private static final int CHUNK = 500;

    private final StockGates gates;
    private final long campaignId;
    private final String lease = UUID.randomUUID().toString();

    private StockGateRebuild(StockGates gates, long campaignId) {
        this.gates = gates;
        this.campaignId = campaignId;
    }

    /**
     * Takes the rebuild lease and closes the gate: after this call nobody is admitted until the rebuild (or a later one)
     * has ended.
     */
    public static StockGateRebuild begin(StockGates gates, long campaignId) {
        StockGateRebuild rebuild = new StockGateRebuild(gates, campaignId);
        gates.close(campaignId, rebuild.lease);
        return rebuild;
    }

    long campaignId() {
        return campaignId;
    }

    /** A unit that somebody has, as the database says. */
    public record Held(long userId, long reservationId) {}

    /** The same for a campaign of which each user may have one unit. */
    public boolean reopen(Campaign campaign, long remaining, Map<Long, Long> reservationsByUser) {
        return reopen(
                campaign,
                remaining,
                reservationsByUser.entrySet().stream()
                        .map(holder -> new Held(holder.getKey(), holder.getValue()))
                        .toList());
    }

    /**
     * Opens the gate with this state.
     *
     * @param campaign as the database has it now
     * @param remaining units that the database has left
     * @param held who holds a unit, by which reservation
     * @return whether it was done; false if another rebuild has taken the lease since, or Redis lost it
     */
    public boolean reopen(Campaign campaign, long remaining, Collection<Held> held) {
        if (campaign.id() != campaignId) {
            throw new IllegalArgumentException("campaign " + campaign.id() + " is not " + campaignId);
        }
        return loadAll(held) && gates.reopen(campaign, lease, remaining);
    }

    private boolean loadAll(Collection<Held> held) {
        boolean first = true;
        Map<Long, Integer> places = new HashMap<>();
        Map<String, Long> chunk = new HashMap<>();
        for (Held unit : held) {
            chunk.put(
                    StockGateKeys.place(unit.userId(), places.merge(unit.userId(), 1, Integer::sum)),
                    unit.reservationId());
            if (chunk.size() == CHUNK) {
                if (!gates.load(campaignId, lease, first, chunk)) {
                    return false;
                }
                first = false;
                chunk.clear();
            }
        }
        // The last chunk may be empty: it empties the holders when there are none.
        return gates.load(campaignId, lease, first, chunk);
    }
}
