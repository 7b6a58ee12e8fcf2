package io.flashsale.order.placement;

import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.commons.tracing.JointWork;
import io.flashsale.contracts.reservation.StockReserved;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Gatherers;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Turns the reservations of one sale, or of one bucket of it, into orders.
 *
 * <p>It takes the lock, then for each batch looks, deducts, inserts and commits, and unlocks at the end. While the
 * orders of one batch are inserted into our tables, stock-service deducts the units of the next. Deductions keep the
 * sequence of the reservations, and so do insertions. Overlapping batches have no shopper in common, so their
 * decisions are independent.
 *
 * <p>Repeating a batch after any failure, in whole or in part, keeps what was done and does the rest. The ledger
 * deducts once per order, and an order that has a row is left alone. So a crash loses nothing and sells nothing
 * twice, whether it comes after a deduction, of one batch or of two, or after the commit but before Kafka's
 * acknowledgement.
 */
@Service
class Placement {

    /** Attempts per batch when another consumer is faster; more collisions would be no coincidence. */
    private static final int MAX_ATTEMPTS = 5;

    /** Reservations of a call to deduct, and of a transaction; as many as one poll of Kafka returns messages. */
    static final int BATCH = 500;

    private final BoundedLock locks;
    private final PlacementDecisions decisions;
    private final PlacementRows rows;
    private final TransactionTemplate transaction;
    private final PlacementMetrics metrics;
    private final Executor writers = JointWork.carriedInto(Executors.newVirtualThreadPerTaskExecutor());

    Placement(
            BoundedLock locks,
            PlacementDecisions decisions,
            PlacementRows rows,
            TransactionTemplate transaction,
            PlacementMetrics metrics) {
        this.locks = locks;
        this.decisions = decisions;
        this.rows = rows;
        this.transaction = transaction;
        this.metrics = metrics;
    }

    /**
     * Gives each reservation a committed row before it returns, except those at a price that the sale never had. If it
     * throws, repeat it with the same reservations.
     *
     * @param bucket of the sale's stock; buckets of a sale are placed in parallel, because they share no shopper
     * @param reservations of this bucket, in the sequence in which they were made
     * @return those at a price that the sale never had
     */
    Set<StockReserved> place(long saleId, int bucket, List<StockReserved> reservations) {
        Set<StockReserved> wronglyPriced = ConcurrentHashMap.newKeySet();
        BoundedLock.Hold hold = locks.acquire(lockOf(saleId, bucket)); // before the transaction begins
        try {
            for (List<StockReserved> round : Rounds.of(reservations)) {
                placeRound(
                        saleId,
                        round.stream().gather(Gatherers.windowFixed(BATCH)).toList(),
                        wronglyPriced);
            }
        } finally {
            hold.release(); // after it has committed
        }
        return wronglyPriced;
    }

    private static String lockOf(long saleId, int bucket) {
        return bucket == 0 ? Long.toString(saleId) : saleId + ":bucket:" + bucket;
    }

    private void placeRound(long saleId, List<List<StockReserved>> batches, Set<StockReserved> wronglyPriced) {
        CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
        try {
            for (List<StockReserved> next : batches.subList(0, batches.size() - 1)) {
                List<Decision> decided = decisions.decide(saleId, next, wronglyPriced);
                join(before);
                before = CompletableFuture.runAsync(() -> write(saleId, next, decided, wronglyPriced), writers);
            }
            List<StockReserved> last = batches.getLast();
            List<Decision> decided = decisions.decide(saleId, last, wronglyPriced);
            join(before);
            write(saleId, last, decided, wronglyPriced); // no further batch to deduct in parallel
        } finally {
            before.exceptionally(thrown -> null).join(); // no write is in flight after this method
        }
    }

    /** Waits without interruption, and rethrows what the task has thrown. */
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

    private void write(
            long saleId,
            List<StockReserved> reservations,
            List<Decision> firstDecided,
            Set<StockReserved> wronglyPriced) {
        List<Decision> decided = firstDecided;
        for (int attempt = 1; !decided.isEmpty(); attempt++) {
            try {
                List<Decision> present = decided;
                transaction.executeWithoutResult(status -> rows.insert(present));
                metrics.decided(decided);
                return;
            } catch (DuplicateKeyException overtaken) {
                // The lock was lost, and another consumer has meanwhile placed some of these, or other orders of these
                // shoppers. Deciding again leaves the former alone and rejects ours as duplicates of the latter; the
                // outbox gives back the units that we deducted for them.
                metrics.overtaken();
                List<Decision> undone = decided;
                transaction.executeWithoutResult(status -> rows.releaseIfRejected(undone));
                if (attempt == MAX_ATTEMPTS) {
                    throw overtaken;
                }
            }
            decided = decisions.decide(saleId, reservations, wronglyPriced);
        }
    }
}
