package io.flashsale.admission;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Makes a gate anew from the database: fence, let the queue drain, load, reopen.
 *
 * <p>The caller fences with {@link #begin}, waits until every admission before the fence has reached the database, and
 * then, in a transaction that keeps others from changing the offer's stock, calls {@link #reopen} with what the database
 * holds. Whoever fences later wins: a rebuild that was overtaken changes nothing any more, and says so.
 */
public final class GateRebuild {

    private static final int CHUNK = 500;

    private final AdmissionGates gates;
    private final long offerId;
    private final String fence = UUID.randomUUID().toString();

    private GateRebuild(AdmissionGates gates, long offerId) {
        this.gates = gates;
        this.offerId = offerId;
    }

    /** Fences the gate: after this call nobody is admitted until the rebuild (or a later one) has ended. */
    public static GateRebuild begin(AdmissionGates gates, long offerId) {
        GateRebuild rebuild = new GateRebuild(gates, offerId);
        gates.fence(offerId, rebuild.fence);
        return rebuild;
    }

    /** A unit that somebody has, as the database says. */
    public record Held(long userId, long ticketId) {}

    /** The same for an offer of which each user may have one unit. */
    public boolean reopen(Offer offer, long remaining, Map<Long, Long> ticketsByUser) {
        return reopen(
                offer,
                remaining,
                ticketsByUser.entrySet().stream()
                        .map(holder -> new Held(holder.getKey(), holder.getValue()))
                        .toList());
    }

    /**
     * Opens the gate with this state.
     *
     * @param offer as the database has it now
     * @param remaining units that the database has left
     * @param held who holds a unit, by which ticket
     * @return whether it was done; false if another rebuild has fenced the gate since, or Redis lost the fence
     */
    public boolean reopen(Offer offer, long remaining, Collection<Held> held) {
        if (offer.id() != offerId) {
            throw new IllegalArgumentException("offer " + offer.id() + " is not " + offerId);
        }
        return loadAll(held) && gates.reopen(offer, fence, remaining);
    }

    private boolean loadAll(Collection<Held> held) {
        boolean first = true;
        Map<Long, Integer> places = new HashMap<>();
        Map<String, Long> chunk = new HashMap<>();
        for (Held unit : held) {
            chunk.put(GateKeys.place(unit.userId(), places.merge(unit.userId(), 1, Integer::sum)), unit.ticketId());
            if (chunk.size() == CHUNK) {
                if (!gates.load(offerId, fence, first, chunk)) {
                    return false;
                }
                first = false;
                chunk.clear();
            }
        }
        // The last chunk may be empty: it empties the holders when there are none.
        return gates.load(offerId, fence, first, chunk);
    }
}
