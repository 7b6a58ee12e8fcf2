package io.flashsale.stock.ledger;

import io.flashsale.admission.bucket.BucketMoves;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Moves units from one bucket of a sale to another: both rows and the move's own change together or not at all. */
@Component
class BucketLedger implements BucketMoves {

    private static final Logger log = LoggerFactory.getLogger(BucketLedger.class);

    private final LedgerMapper ledger;
    private final TransactionTemplate transaction;

    BucketLedger(LedgerMapper ledger, TransactionTemplate transaction) {
        this.ledger = ledger;
        this.transaction = transaction;
    }

    @Override
    public long move(String move, long saleId, int from, int to, LongSupplier take) {
        return Objects.requireNonNull(transaction.execute(status -> {
            if (ledger.lock(saleId, from, to).size() != 2) {
                throw new IllegalStateException("sale " + saleId + " has no buckets " + from + " and " + to);
            }
            long units = take.getAsLong();
            if (units == 0) {
                return 0L;
            }
            if (ledger.move(saleId, from, -units) == 0) {
                log.warn("bucket {} of sale {} had {} units in Redis that MySQL has not", from, saleId, units);
                return 0L;
            }
            ledger.move(saleId, to, units);
            ledger.insertMove(move, saleId, from, to, units);
            return units;
        }));
    }
}
