package io.flashsale.order.placement;

import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.commons.tracing.JointWork;
import io.flashsale.contracts.reservation.StockReserved;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
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
 * <p>It takes the lock, then for each batch deducts, inserts and commits, and unlocks at the end. While the
 * orders of up to two batches are inserted into our tables, stock-service deducts the units of the next. Deductions
 * keep the sequence of the reservations. Overlapping batches have no shopper in common, so their decisions are
 * independent.
 *
 * <p>It looks for existing orders only if the insertion meets one: nearly always there is none, and the unique keys ask
 * the same questions. They tell the order that was placed before, a shopper's further order in the same slot, and a
 * ticket that has bought.
 *
 * <p>Repeating a batch after any failure, in whole or in part, keeps what was done and does the rest. The ledger
 * deducts once per order, and an order that has a row is left alone. So a crash loses nothing and sells nothing
 * twice, whether it comes after a deduction, of one batch or of several, or after the commit but before Kafka's
 * acknowledgement.
 */
@Service
class Placement {

    /** Attempts per batch that meet existing orders; after the first, only another consumer can be the cause. */
    private static final int MAX_ATTEMPTS = 5;

    /** Reservations of a call to deduct, and of a transaction; as many as one poll of Kafka returns messages. */
    static final int BATCH = 500;

    /** Batches of one sale that are inserted at the same time: with one, a sale alone leaves the database waiting. */
    static final int MAX_WRITES = 2;

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
            List<List<StockReserved>> rounds = Rounds.of(reservations);
            for (List<StockReserved> round : rounds) {
                placeRound(
                        saleId,
                        round.stream().gather(Gatherers.windowFixed(BATCH)).toList(),
                        round == rounds.getFirst(),
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

    private void placeRound(
            long saleId, List<List<StockReserved>> batches, boolean isFirst, Set<StockReserved> wronglyPriced) {
        Executor writer = batches.size() == 1 ? Runnable::run : writers;
        Queue<CompletableFuture<Void>> writes = new ArrayDeque<>();
        try {
            for (List<StockReserved> batch : batches) {
                List<Decision> decided = decide(saleId, batch, isFirst, wronglyPriced);
                if (writes.size() == MAX_WRITES) {
                    join(writes.remove());
                }
                writes.add(CompletableFuture.runAsync(() -> write(saleId, batch, decided, wronglyPriced), writer));
            }
            while (!writes.isEmpty()) {
                join(writes.remove());
            }
        } finally {
            writes.forEach(write -> write.exceptionally(thrown -> null).join()); // none is in flight after this method
        }
    }

    /** In further rounds each shopper, order id or ticket was in a round before, so there probably is an order. */
    private List<Decision> decide(
            long saleId, List<StockReserved> batch, boolean isFirstRound, Set<StockReserved> wronglyPriced) {
        if (isFirstRound) {
            List<Decision> presumed = decisions.presume(saleId, batch);
            if (presumed.stream().filter(Decision.Place.class::isInstance).count() == batch.size()) {
                return presumed;
            }
            releaseIfRejected(presumed);
        }
        return decisions.decide(saleId, batch, wronglyPriced);
    }

    private void releaseIfRejected(List<Decision> undone) {
        transaction.executeWithoutResult(status -> rows.releaseIfRejected(undone));
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
            } catch (DuplicateKeyException met) {
                // The batch comes again, a shopper buys a further unit, or the lock was lost and another consumer is
                // faster. Deciding again, now by what is there, leaves existing orders alone, gives a further one the
                // next slot, and rejects it above the limit; the outbox gives back the unit that we deducted for it.
                metrics.collided();
                releaseIfRejected(decided);
                if (attempt == MAX_ATTEMPTS) {
                    throw met;
                }
            }
            decided = decisions.decide(saleId, reservations, wronglyPriced);
        }
    }
}
