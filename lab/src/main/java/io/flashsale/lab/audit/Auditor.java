package io.flashsale.lab.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.lab.books.Gates;
import io.flashsale.lab.books.InFlight;
import io.flashsale.lab.books.OrderBooks;
import io.flashsale.lab.books.QueueProgress;
import io.flashsale.lab.books.StockBooks;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Judges whether a sale kept the invariants I1 to I6, from the books of all services.
 *
 * <p>A finding counts only when it stands in two settled readings in a row (see {@link BooksReader}); what breaks an
 * invariant at any moment within one server counts at once, also while much is on its way. All methods throw {@link
 * io.flashsale.lab.books.BooksUnavailableException} when a server cannot be read.
 */
@Service
public class Auditor {

    /** The longest wait for the queues. */
    public static final Duration MOST_PATIENCE = Duration.ofSeconds(60);

    /** Anybody may ask for an audit: those who ask at the same time, or soon after, share one. */
    private static final Duration SHARED_FOR = Duration.ofMillis(500);

    private static final Duration PAUSE = Duration.ofMillis(250);

    /** Readings at a time; each holds a whole sale in memory. */
    private static final int READINGS = 2;

    private final BooksReader books;
    private final Clock clock;
    private final Semaphore readings = new Semaphore(READINGS);
    private final Cache<Long, Optional<Verdict>> verdicts = Caffeine.newBuilder()
            .expireAfterWrite(SHARED_FOR)
            .maximumSize(1_000)
            .build();
    private final Cache<Long, Optional<InFlight>> progress =
            Caffeine.newBuilder().expireAfterWrite(PAUSE).maximumSize(1_000).build();

    Auditor(BooksReader books, Clock clock) {
        this.books = books;
        this.clock = clock;
    }

    /** One of its own, for use without the lab. */
    public static Auditor of(StockBooks stock, OrderBooks orders, Gates gates, QueueProgress queues, Clock clock) {
        return new Auditor(new BooksReader(stock, orders, gates, queues), clock);
    }

    /**
     * Audits the sale once its queues are drained, or as it is when the patience (at most {@link #MOST_PATIENCE}) ends.
     * The verdict may be up to half a second old. Empty if there is no such sale.
     */
    public Optional<Verdict> audit(long saleId, Duration patience) throws InterruptedException {
        return await(saleId, patience, () -> verdicts.get(saleId, sale -> judge(sale, null)));
    }

    /** As {@link #audit(long, Duration)}, and also against what clients saw. */
    public Optional<Verdict> audit(long saleId, Duration patience, ClientRecord clients) throws InterruptedException {
        return await(saleId, patience, () -> judge(saleId, clients));
    }

    private Optional<Verdict> await(long saleId, Duration patience, Supplier<Optional<Verdict>> audit)
            throws InterruptedException {
        Duration bounded = patience.compareTo(MOST_PATIENCE) > 0 ? MOST_PATIENCE : patience;
        long end = System.nanoTime() + bounded.toNanos();
        while (true) {
            boolean last = System.nanoTime() >= end;
            Optional<InFlight> inFlight = progress.get(saleId, books::progress);
            if (inFlight.isEmpty()) {
                return Optional.empty();
            }
            if (last || inFlight.get().none()) {
                Optional<Verdict> verdict = audit.get();
                if (last || verdict.isEmpty() || verdict.get().drained()) {
                    return verdict;
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    private Optional<Verdict> judge(long saleId, @Nullable ClientRecord clients) {
        readings.acquireUninterruptibly();
        try {
            Optional<Reading> first = books.read(saleId);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            Judgement judgement = Judgement.of(first.get().history(), clients);
            if (!first.get().settled() || judgement.findings().isEmpty()) {
                return Optional.of(verdict(first.get(), judgement, List.of()));
            }
            pause();
            return books.read(saleId)
                    .map(second -> verdict(second, Judgement.of(second.history(), clients), judgement.findings()));
        } finally {
            readings.release();
        }
    }

    private Verdict verdict(Reading reading, Judgement judgement, List<Finding> earlier) {
        List<Finding> findings = reading.settled() ? judgement.confirming(earlier) : judgement.certain();
        return Verdict.of(
                reading.history(),
                reading.inFlight().total(),
                reading.waitingFor(),
                findings,
                judgement.clients(),
                clock.instant());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the second reading then follows at once
        }
    }
}
