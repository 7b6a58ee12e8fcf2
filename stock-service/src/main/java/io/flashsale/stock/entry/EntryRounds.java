package io.flashsale.stock.entry;

import io.flashsale.admission.redis.Leadership;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.entry.EntryMapper.Counter;
import io.flashsale.stock.entry.EntryMapper.SaleWithEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** What one instance does once a second for the entry of each sale that has one. */
final class EntryRounds {

    private static final Logger log = LoggerFactory.getLogger(EntryRounds.class);

    /**
     * For so long after it has led last an instance tells how many waited. Where all fail by turns each gives up the lead again and
     * again, and the others know of nobody who waits; and it is shorter than it takes until somebody is called.
     */
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    private final Leadership leadership;
    private final EntryMapper entries;
    private final EntryScripts scripts;
    private final EntryRecovery recovery;
    private final EntryLog entryLog;
    private final Serving serving;
    private final WaitingMetrics metrics;
    private boolean failing;
    private long ledAt = System.nanoTime();

    EntryRounds(
            Leadership leadership,
            EntryMapper entries,
            EntryScripts scripts,
            EntryRecovery recovery,
            EntryLog entryLog,
            Serving serving,
            WaitingMetrics metrics) {
        this.leadership = leadership;
        this.entries = entries;
        this.scripts = scripts;
        this.recovery = recovery;
        this.entryLog = entryLog;
        this.serving = serving;
        this.metrics = metrics;
    }

    /** One round, unless another instance leads. To be called again and again: what fails is left to the next round. */
    void run() throws InterruptedException {
        try {
            if (!leadership.perform(this::all) && System.nanoTime() - ledAt > KNOWN_FOR.toNanos()) {
                metrics.keepOnly(Set.of());
            }
        } catch (RedisException | DataAccessException | TransactionException unreachable) {
            failed("entry to sales", unreachable);
        }
    }

    /** Whether none failed; one that does keeps no other back. */
    private boolean all() {
        ledAt = System.nanoTime();
        boolean done = true;
        boolean strained = serving.isStrained();
        List<SaleWithEntry> sales = entries.salesWithEntry(SaleCatalogue.LISTING_TTL.toSeconds());
        metrics.keepOnly(sales.stream().map(SaleWithEntry::id).toList());
        for (SaleWithEntry sale : sales) {
            try {
                one(sale, strained);
            } catch (RedisException | DataAccessException | TransactionException fault) {
                failed("entry to sale " + sale.id(), fault);
                done = false;
            }
        }
        failing &= !done;
        return done;
    }

    private void failed(String what, RuntimeException fault) {
        if (!failing) {
            log.warn("{} cannot be looked after now, will try on", what, fault);
            failing = true;
        }
    }

    private void one(SaleWithEntry sale, boolean strained) {
        long saleId = sale.id();
        Optional<EntryState> state = scripts.look(saleId);
        if (state.isEmpty()) {
            recovery.recover(saleId);
            return;
        }
        entryLog.write(saleId);
        Counter counter = entries.counter(saleId);
        if (counter == null || !counter.run().equals(state.get().run())) {
            recovery.recover(saleId); // it is of a Redis that may give no numbers any more
            return;
        }
        serving.serve(sale, state.get(), counter, strained);
    }
}
