package io.flashsale.order.placement;

import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.contracts.reservation.StockReserved;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Gatherers;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Turns the reservations of one sale, or of one bucket of it, into orders: lock, then batch by batch look, deduct, insert, commit, then unlock.
 *
 * <p>Where there are several batches, the units of the next one are deducted while the orders of this one are inserted: the
 * one is work for stock-service, the other for our own tables, and neither waits for the other. Deductions come in the
 * sequence of the reservations, and so do insertions. No shopper is in two batches that overlap, so that what is decided about
 * the one does not depend on the other.
 *
 * <p>Repeating a batch, in whole or in part, after any failure changes nothing that was done and does what was not. The
 * ledger deducts once for an order, however often it is asked, and an order that has a row is left alone. Hence a crash
 * after a deduction, of one batch or of two, or after the commit but before Kafka knows, loses nothing and sells nothing
 * twice.
 */
@Service
class Placement {

    /** How often a batch is tried because another consumer was faster; more would be no coincidence. */
    private static final int MAX_ATTEMPTS = 5;

    private final BoundedLock locks;
    private final PlacementDecisions decisions;
    private final PlacementRows rows;
    private final TransactionTemplate transaction;
    private final PlacementMetrics metrics;
    private final int batch;
    private final Executor writers = Executors.newVirtualThreadPerTaskExecutor();

    Placement(
            BoundedLock locks,
            PlacementDecisions decisions,
            PlacementRows rows,
            TransactionTemplate transaction,
            PlacementMetrics metrics,
            PlacementProperties properties) {
        this.locks = locks;
        this.decisions = decisions;
        this.rows = rows;
        this.transaction = transaction;
        this.metrics = metrics;
        this.batch = properties.batch();
    }

    /** The same for a sale that has one bucket. */
    void place(long saleId, List<StockReserved> reservations) {
        place(saleId, 0, reservations);
    }

    /**
     * When this returns, each reservation has its row, committed. When it throws, repeat it with the same reservations.
     *
     * @param bucket of the sale's stock: others of the same sale are placed at the same time, as no shopper is in two
     * @param reservations of this bucket, in the sequence in which they were made
     */
    void place(long saleId, int bucket, List<StockReserved> reservations) {
        BoundedLock.Hold hold = locks.acquire(lockOf(saleId, bucket)); // before the transaction begins
        try {
            for (List<StockReserved> round : Rounds.of(reservations)) {
                placeRound(
                        saleId,
                        round.stream().gather(Gatherers.windowFixed(batch)).toList());
            }
        } finally {
            hold.release(); // after it has committed
        }
    }

    private static String lockOf(long saleId, int bucket) {
        return bucket == 0 ? Long.toString(saleId) : saleId + ":bucket:" + bucket;
    }

    private void placeRound(long saleId, List<List<StockReserved>> batches) {
        CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
        try {
            for (List<StockReserved> next : batches.subList(0, batches.size() - 1)) {
                List<Decision> decided = decisions.decide(saleId, next);
                join(before);
                before = CompletableFuture.runAsync(() -> write(saleId, next, decided), writers);
            }
            List<StockReserved> last = batches.getLast();
            List<Decision> decided = decisions.decide(saleId, last);
            join(before);
            write(saleId, last, decided); // nothing follows that could be done meanwhile
        } finally {
            before.exceptionally(thrown -> null).join(); // nothing goes on when this has returned, or thrown
        }
    }

    /** Waits, whoever interrupts it, and throws what the task has thrown. */
    private static void join(CompletableFuture<Void> task) {
        try {
            task.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }

    private void write(long saleId, List<StockReserved> reservations, List<Decision> firstDecided) {
        List<Decision> decided = firstDecided;
        for (int attempt = 1; !decided.isEmpty(); attempt++) {
            try {
                List<Decision> present = decided;
                transaction.executeWithoutResult(status -> rows.insert(present));
                metrics.decided(decided);
                return;
            } catch (DuplicateKeyException overtaken) {
                // The lock was lost, and since we looked another consumer has placed some of these, or other orders of
                // these shoppers. Looking again finds them: the former are left alone, the latter become duplicates,
                // and the units we took for them go back by the outbox.
                metrics.overtaken();
                List<Decision> undone = decided;
                transaction.executeWithoutResult(status -> rows.releaseIfRejected(undone));
                if (attempt == MAX_ATTEMPTS) {
                    throw overtaken;
                }
            }
            decided = decisions.decide(saleId, reservations);
        }
    }
}
