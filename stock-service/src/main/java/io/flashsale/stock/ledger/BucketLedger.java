package io.flashsale.stock.ledger;

import io.flashsale.admission.bucket.BucketMoves;
import io.flashsale.admission.bucket.NotMovedException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Moves units from one bucket of a sale to another: both rows and the record of the move change together or not at
 * all. Waits for row locks no longer than one or two seconds, as statement time-outs are whole seconds. Waits for a
 * connection and for the commit as long as the pool and the driver do.
 */
@Component
class BucketLedger implements BucketMoves {

    private static final Logger log = LoggerFactory.getLogger(BucketLedger.class);

    /**
     * No statement begins later than this, and each ends after the rest of it. The rest counts in whole seconds.
     * InnoDB itself would let each statement wait as long as any other.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final LedgerMapper ledger;
    private final TransactionTemplate transaction;

    BucketLedger(LedgerMapper ledger, PlatformTransactionManager transactions) {
        this.ledger = ledger;
        this.transaction = new TransactionTemplate(transactions);
        transaction.setTimeout(Math.toIntExact(TIMEOUT.toSeconds()));
    }

    @Override
    public long move(String move, long saleId, int from, int to, LongSupplier take) {
        AtomicBoolean isToBeCommitted = new AtomicBoolean();
        try {
            return Objects.requireNonNull(transaction.execute(status -> {
                long moved = moveLocked(move, saleId, from, to, take);
                isToBeCommitted.set(true);
                return moved;
            }));
        } catch (RuntimeException fault) {
            if (isToBeCommitted.get()) {
                throw fault; // of the commit: nobody knows whether it happened
            }
            throw new NotMovedException(fault);
        }
    }

    private long moveLocked(String move, long saleId, int from, int to, LongSupplier take) {
        if (ledger.lock(saleId, from, to).size() != 2) {
            throw new IllegalStateException("sale " + saleId + " has no buckets " + from + " and " + to);
        }
        long units = take.getAsLong();
        if (units == 0) {
            return 0;
        }
        if (ledger.move(saleId, from, -units) == 0) {
            log.warn("bucket {} of sale {} had {} units in Redis that MySQL has not", from, saleId, units);
            return 0;
        }
        ledger.move(saleId, to, units);
        ledger.insertMove(move, saleId, from, to, units);
        return units;
    }
}
