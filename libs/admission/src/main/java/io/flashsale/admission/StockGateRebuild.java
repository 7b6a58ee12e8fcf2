package io.flashsale.admission;

import java.util.Map;
import java.util.UUID;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * Rebuilds a gate from the database: close, let the queue drain, load, reopen.
 *
 * <p>The caller takes these steps:
 * <ol>
 *   <li>It takes the rebuild lease with {@link #begin}, which closes the gate.
 *   <li>It waits until every admission before that has reached the database.
 *   <li>In a transaction that locks the campaign's stock, it calls {@link #reopen} with what the database holds.
 * </ol>
 * The later lease wins: a rebuild that was overtaken changes nothing any more, and says so.
 */
public final class StockGateRebuild {

    private static final int CHUNK = 500;

    private final RebuildScripts gates;
    private final long campaignId;
    private final String lease = UUID.randomUUID().toString();

    private StockGateRebuild(RebuildScripts gates, long campaignId) {
        this.gates = gates;
        this.campaignId = campaignId;
    }

    /**
     * Takes the rebuild lease and closes the gate: it admits nobody until this rebuild, or a later one, has ended.
     */
    public static StockGateRebuild begin(StockGates gates, long campaignId) {
        StockGateRebuild rebuild = new StockGateRebuild(gates.rebuilds(), campaignId);
        rebuild.gates.close(campaignId, rebuild.lease);
        return rebuild;
    }

    long campaignId() {
        return campaignId;
    }

    /** A unit that a user holds, as the database says. A user may hold several. */
    public record Held(long userId, long reservationId) {}

    /** The same for a campaign with one bucket and few holders with one unit each, given as their reservations. */
    public boolean reopen(Campaign campaign, long remaining, Map<Long, Long> reservationsByUser) {
        return reopen(
                campaign,
                remaining,
                0,
                reservationsByUser.entrySet().stream().map(holder -> new Held(holder.getKey(), holder.getValue())));
    }

    /**
     * Opens the gate with this state.
     *
     * @param campaign as the database has it now
     * @param remaining units left in the database
     * @param moved units moved here from other buckets, less those moved away
     * @param held who holds a unit, by which reservation; read as it is loaded, so that no more than a chunk is in
     *     memory
     * @return whether it was done; false if another rebuild has taken the lease since, or Redis lost it
     */
    public boolean reopen(Campaign campaign, long remaining, long moved, Stream<Held> held) {
        if (campaign.id() != campaignId) {
            throw new IllegalArgumentException("campaign " + campaign.id() + " is not " + campaignId);
        }
        return gates.empty(campaignId, lease)
                && held.gather(Gatherers.windowFixed(CHUNK))
                        .allMatch(chunk -> gates.load(campaignId, lease, campaign.perUser(), chunk))
                && gates.reopen(campaign, lease, remaining, moved);
    }
}
