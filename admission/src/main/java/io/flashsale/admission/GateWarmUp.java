package io.flashsale.admission;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings offers from the database to Redis.
 *
 * <p>An offer whose gate is missing, or stands on another run of the Redis server than the one that it was made on, is
 * fenced; when all admissions made before are in the database, its gate is made anew from there, and opens. So nobody
 * who was admitted is forgotten, and no unit is offered twice. All methods throw Redisson's {@code RedisException} when
 * Redis does not answer.
 */
public final class GateWarmUp {

    private static final Logger log = LoggerFactory.getLogger(GateWarmUp.class);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RedissonClient redis;
    private final String kind;
    private final AdmissionGates gates;
    private final Drain drain;
    private final Offers offers;

    /** Offers whose gate was missing or fenced when last looked at. */
    private volatile Set<Long> shutLastTime = Set.of();

    /** The offers as the database has them. */
    public interface Offers {

        /** The ids of the offers that need a gate now. */
        Collection<Long> wanted();

        /**
         * In one transaction: keeps everybody from changing the offer and what is left of it, reads both and who holds a
         * unit, and calls one of the {@code reopen} methods with it.
         *
         * @return what that method answered
         */
        boolean reopen(long offerId, GateRebuild rebuild);
    }

    /**
     * @param kind as of the gates
     */
    public GateWarmUp(RedissonClient redis, String kind, AdmissionGates gates, Drain drain, Offers offers) {
        this.redis = redis;
        this.kind = kind;
        this.gates = gates;
        this.drain = drain;
        this.offers = offers;
    }

    /**
     * Makes the gates of all offers that need it. Does nothing for them while another instance is at it.
     *
     * <p>A gate that is missing or fenced must be so twice in a row: the gate of an offer that was created this moment is
     * about to be opened by its creator, and fencing it anew would shut out shoppers for nothing.
     *
     * @return whether all wanted offers are warm now
     */
    public boolean warmAll() throws InterruptedException {
        Set<Long> shut = new HashSet<>();
        Set<Long> cold = new LinkedHashSet<>();
        for (long offer : offers.wanted()) {
            Optional<GateState> gate = gates.state(offer);
            if (gate.isEmpty() || gate.get().fenced()) {
                shut.add(offer);
            } else if (!gate.get().sameRun()) {
                cold.add(offer);
            }
        }
        shut.stream().filter(shutLastTime::contains).forEach(cold::add);
        shutLastTime = shut;
        return (cold.isEmpty() || rebuild(cold)) && cold.containsAll(shut);
    }

    /**
     * Fences the offers, waits for what was admitted before, makes their gates anew and opens them. Safe at any time,
     * also while an offer is open: shoppers are told to wait for the moment that it takes.
     *
     * @return whether it was done; if not, the offers stay fenced and the next warm-up goes on
     */
    public boolean rebuild(Collection<Long> offerIds) throws InterruptedException {
        RLock oneAtATime = redis.getLock(kind + ":rebuild");
        if (!oneAtATime.tryLock()) {
            return false;
        }
        try {
            Map<Long, GateRebuild> rebuilds = new LinkedHashMap<>();
            offerIds.forEach(offer -> rebuilds.put(offer, GateRebuild.begin(gates, offer)));
            log.info("{} {} are fenced until all who were admitted are in the database", kind, offerIds);
            if (!drain.await(offerIds, PATIENCE)) {
                return false;
            }
            boolean all = true;
            for (var rebuild : rebuilds.entrySet()) {
                boolean reopened = offers.reopen(rebuild.getKey(), rebuild.getValue());
                log.info(
                        "{} {} {}", kind, rebuild.getKey(), reopened ? "is open again" : "was fenced by somebody else");
                all &= reopened;
            }
            return all;
        } finally {
            if (oneAtATime.isHeldByCurrentThread()) {
                oneAtATime.unlock();
            }
        }
    }

    /** Opens the gate of a new offer, to which nobody can have been admitted yet. */
    public void open(long offerId) {
        offers.reopen(offerId, GateRebuild.begin(gates, offerId));
    }
}
