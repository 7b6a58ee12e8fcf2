package io.flashsale.entry;

import io.flashsale.admission.redis.Leadership;
import io.flashsale.entry.EntryMapper.Counter;
import io.flashsale.entry.sale.EntrySale;
import io.flashsale.entry.sale.EntrySales;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Looks after the entry of each sale once a second, on one instance. */
final class EntryRounds {

    private static final Logger log = LoggerFactory.getLogger(EntryRounds.class);

    /**
     * How long after its last lead an instance still reports how many wait. If every round fails, the instances give
     * up the lead in turn, and the others do not know who waits. Shorter than the time until the alert fires.
     */
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    private final Leadership leadership;
    private final EntrySales sales;
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
            EntrySales sales,
            EntryMapper entries,
            EntryScripts scripts,
            EntryRecovery recovery,
            EntryLog entryLog,
            Serving serving,
            WaitingMetrics metrics) {
        this.leadership = leadership;
        this.sales = sales;
        this.entries = entries;
        this.scripts = scripts;
        this.recovery = recovery;
        this.entryLog = entryLog;
        this.serving = serving;
        this.metrics = metrics;
    }

    /**
     * Runs one round, unless another instance leads. To be called periodically: the next round repeats what fails.
     */
    void run() throws InterruptedException {
        try {
            if (!leadership.perform(this::all) && System.nanoTime() - ledAt > KNOWN_FOR.toNanos()) {
                metrics.keepOnly(Set.of());
            }
        } catch (RedisException | DataAccessException | TransactionException unreachable) {
            failed("entry to sales", unreachable);
        }
    }

    /** Serves all sales and returns whether none failed; a failing sale does not hold up the others. */
    private boolean all() {
        ledAt = System.nanoTime();
        boolean done = true;
        boolean strained = serving.isStrained();
        List<? extends EntrySale> withEntry = sales.withEntry();
        metrics.keepOnly(withEntry.stream().map(EntrySale::id).toList());
        for (EntrySale sale : withEntry) {
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

    private void one(EntrySale sale, boolean strained) {
        long saleId = sale.id();
        Optional<EntryState> state = scripts.look(saleId);
        if (state.isEmpty()) {
            recovery.recover(saleId);
            return;
        }
        entryLog.write(saleId);
        Counter counter = entries.counter(saleId);
        if (counter == null || !counter.run().equals(state.get().run())) {
            recovery.recover(saleId); // the mark is of a Redis that may give no more numbers
            return;
        }
        serving.serve(sale, state.get(), counter, strained);
    }
}
