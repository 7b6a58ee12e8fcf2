package io.flashsale.auditor.sale;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.sale.SaleReader.SaleReading;
import io.flashsale.auditor.snapshot.InFlight;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.StockReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a sale kept the invariants I1 to I6, I11 and I12, from the data of all services.
 *
 * <p>A finding counts only if two settled readings in a row show it (see {@link SaleReader}). A finding within
 * one server that is wrong at any moment counts at once, even with messages in flight. All methods throw {@link
 * SourceUnavailableException} when a server cannot be read.
 */
public final class SaleAuditor {

    /** Any visitor may ask for an audit, so requests at the same time, or soon after, share one. */
    private static final Duration CACHE_TTL = Duration.ofMillis(500);

    private static final Duration PAUSE = Duration.ofMillis(250);

    /** Concurrent readings; each holds a whole sale in memory. */
    private static final int READINGS = 2;

    private final SaleReader reader;
    private final Semaphore readings = new Semaphore(READINGS);
    private final Cache<Long, Optional<SaleVerdict>> verdicts =
            Caffeine.newBuilder().expireAfterWrite(CACHE_TTL).maximumSize(1_000).build();
    private final Cache<Long, Optional<InFlight>> progress =
            Caffeine.newBuilder().expireAfterWrite(PAUSE).maximumSize(1_000).build();

    public SaleAuditor(StockReader stock, OrderReader orders, GateReader gates, QueueReader queues) {
        this.reader = new SaleReader(stock, orders, gates, queues);
    }

    /**
     * Audits the sale once its queues are drained, or when the timeout (at most {@link Deadline#MAX_TIMEOUT})
     * ends.
     *
     * <p>Empty if there is no such sale.
     *
     * @param clients what clients saw; null if unknown, and then the verdict may be up to half a second old
     */
    public Optional<SaleVerdict> audit(long saleId, Duration timeout, @Nullable ClientRecord clients)
            throws InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        while (true) {
            boolean last = deadline.hasPassed();
            Optional<InFlight> inFlight = progress.get(saleId, reader::progress);
            if (inFlight.isEmpty()) {
                return Optional.empty();
            }
            if (last || inFlight.get().none()) {
                Optional<SaleVerdict> verdict = clients == null
                        ? verdicts.get(saleId, sale -> auditNow(sale, null))
                        : auditNow(saleId, clients);
                if (last || verdict.isEmpty() || verdict.get().drained()) {
                    return verdict;
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    private Optional<SaleVerdict> auditNow(long saleId, @Nullable ClientRecord clients) {
        readings.acquireUninterruptibly();
        try {
            Optional<SaleReading> first = reader.read(saleId);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            CheckResult checked = CheckResult.of(first.get().snapshot(), clients);
            if (!first.get().settled() || checked.findings().isEmpty()) {
                return Optional.of(verdict(first.get(), checked, List.of()));
            }
            pause();
            return reader.read(saleId)
                    .map(second -> verdict(second, CheckResult.of(second.snapshot(), clients), checked.findings()));
        } finally {
            readings.release();
        }
    }

    private SaleVerdict verdict(SaleReading reading, CheckResult checked, List<Finding> earlier) {
        List<Finding> findings = reading.settled() ? checked.confirming(earlier) : checked.certain();
        return SaleVerdict.of(
                reading.snapshot(),
                reading.inFlight().total(),
                reading.waitingFor(),
                findings,
                checked.clients(),
                Instant.now());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the second reading then follows at once
        }
    }
}
