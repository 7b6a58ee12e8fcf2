package io.flashsale.stock.warmup;

import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.GateRebuild;
import io.flashsale.admission.GateState;
import io.flashsale.admission.Offer;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleChanged;
import io.flashsale.stock.catalogue.SaleCreated;
import io.flashsale.stock.catalogue.SaleOnOffer;
import io.flashsale.stock.ledger.Ledger;
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
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Brings sales from MySQL to Redis.
 *
 * <p>A sale whose gate is missing, or stands on another run of the Redis server than the one that it was made on, is
 * fenced; when all reservations made before are in MySQL, its gate is made anew from there, and opens. So nobody who was
 * answered 202 is forgotten, and no unit is offered twice. A gate that is missing a change of its sale is amended.
 */
@Component
public class WarmUp {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AdmissionGates gates;
    private final SaleCatalogue catalogue;
    private final Ledger ledger;
    private final Drain drain;
    private final RedissonClient redis;
    private final TransactionTemplate transaction;
    private final JsonMapper json;

    /** Sales whose gate was missing or fenced when last looked at. */
    private volatile Set<Long> shutLastTime = Set.of();

    WarmUp(
            AdmissionGates gates,
            SaleCatalogue catalogue,
            Ledger ledger,
            Drain drain,
            RedissonClient redis,
            TransactionTemplate transaction,
            JsonMapper json) {
        this.gates = gates;
        this.catalogue = catalogue;
        this.ledger = ledger;
        this.drain = drain;
        this.redis = redis;
        this.transaction = transaction;
        this.json = json;
    }

    /**
     * Makes the gates of all sales that need it. Does nothing for them while another instance is at it.
     *
     * <p>A gate that is missing or fenced must be so twice in a row: the gate of a sale that was created this moment is
     * about to be opened by its creator, and fencing it anew would shut out shoppers for nothing.
     *
     * @return whether all recent sales are warm now
     */
    boolean warmAll() throws InterruptedException {
        Set<Long> shut = new HashSet<>();
        Set<Long> cold = new LinkedHashSet<>();
        for (SaleOnOffer sale : catalogue.recentNow()) {
            Optional<GateState> gate = gates.state(sale.id());
            if (gate.isEmpty() || gate.get().fenced()) {
                shut.add(sale.id());
            } else if (!gate.get().sameRun()) {
                cold.add(sale.id());
            }
        }
        shut.stream().filter(shutLastTime::contains).forEach(cold::add);
        shutLastTime = shut;
        return (cold.isEmpty() || rebuild(cold)) && cold.containsAll(shut);
    }

    /**
     * Fences the sales, waits for what was reserved before, makes their gates anew and opens them. Safe at any time,
     * also for a sale that is running: shoppers are told to wait for the moment that it takes.
     *
     * @return whether it was done; if not, the sales stay fenced and the next warm-up goes on
     */
    public boolean rebuild(Collection<Long> saleIds) throws InterruptedException {
        RLock oneAtATime = redis.getLock("sale:rebuild");
        if (!oneAtATime.tryLock()) {
            return false;
        }
        try {
            Map<Long, GateRebuild> rebuilds = new LinkedHashMap<>();
            saleIds.forEach(sale -> rebuilds.put(sale, GateRebuild.begin(gates, sale)));
            log.info("sales {} are fenced until their reservations are placed", saleIds);
            if (!drain.await(saleIds, PATIENCE)) {
                return false;
            }
            boolean all = true;
            for (var rebuild : rebuilds.entrySet()) {
                all &= reopen(rebuild.getKey(), rebuild.getValue());
            }
            return all;
        } finally {
            if (oneAtATime.isHeldByCurrentThread()) {
                oneAtATime.unlock();
            }
        }
    }

    /** The lock on the sale's rows makes what is read here whole: nobody deducts or releases before the gate is open. */
    private boolean reopen(long saleId, GateRebuild rebuild) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            SaleOnOffer sale = catalogue.findAndLock(saleId).orElseThrow();
            Map<Long, Long> holders = ledger.ordersByHolder(saleId);
            boolean reopened = rebuild.reopen(offer(sale), sale.available(), holders);
            log.info(
                    "sale {} {}: {} left, {} holders",
                    saleId,
                    reopened ? "is open again" : "was fenced by somebody else",
                    sale.available(),
                    holders.size());
            return reopened;
        }));
    }

    /** A new sale has no reservations to wait for. */
    @EventListener
    void open(SaleCreated created) {
        try {
            reopen(created.saleId(), GateRebuild.begin(gates, created.saleId()));
        } catch (RedisException unreachable) {
            log.warn("sale {} is not in Redis yet, the next warm-up brings it there", created.saleId(), unreachable);
        }
    }

    @EventListener
    void amend(SaleChanged changed) {
        try {
            catalogue.findNow(changed.saleId()).ifPresent(this::amend);
        } catch (RedisException unreachable) {
            log.warn("sale {} is not amended in Redis yet", changed.saleId(), unreachable);
        }
    }

    /** Tells the gate of this revision of the sale, if it does not know it yet. */
    public void amend(SaleOnOffer sale) {
        gates.amend(offer(sale));
    }

    private Offer offer(SaleOnOffer sale) {
        return sale.offer(json.writeValueAsString(sale.terms()));
    }
}
