package io.flashsale.stock.ledger;

import io.flashsale.admission.redis.Leadership;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.redisson.client.RedisException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Counts the sales that have sold more than they had. Any number above 0 needs a person at once. One instance counts
 * for all, because each count reads all flows of the recent sales.
 */
public final class Oversold {

    /** The auditor covers sales that ended longer ago. */
    private static final int LOOK_BACK_HOURS = 24;

    private final LedgerMapper ledger;
    private final Leadership leadership;
    private volatile double sales = Double.NaN;

    Oversold(LedgerMapper ledger, Leadership leadership, MeterRegistry meters) {
        this.ledger = ledger;
        this.leadership = leadership;
        Gauge.builder("flashsale.ledger.oversold", this, oversold -> oversold.sales)
                .description(
                        "recent sales of which more units are out than were ever on offer; NaN while MySQL is away, and where another instance looks")
                .register(meters);
    }

    /** Counts once, unless another instance leads; to be called periodically. */
    public void look() throws InterruptedException {
        try {
            if (!leadership.perform(this::count)) {
                sales = Double.NaN;
            }
        } catch (RedisException nobodyKnowsWhoLeads) {
            count(); // better that all instances count than none
        }
    }

    private boolean count() {
        try {
            sales = ledger.oversold(LOOK_BACK_HOURS);
            return true;
        } catch (DataAccessException | TransactionException unreachable) {
            sales = Double.NaN;
            return false;
        }
    }
}
