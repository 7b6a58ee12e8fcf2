package io.flashsale.stock.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** How many sales have sold more than they had. It must be none, and somebody has to look at once if it is not. */
public final class Oversold {

    /** Of sales that ended longer ago the auditor tells. */
    private static final int LOOK_BACK_HOURS = 24;

    private final LedgerMapper ledger;
    private volatile double sales = Double.NaN;

    Oversold(LedgerMapper ledger, MeterRegistry meters) {
        this.ledger = ledger;
        Gauge.builder("flashsale.ledger.oversold", this, oversold -> oversold.sales)
                .description(
                        "recent sales of which more units are out than were ever on offer; NaN while MySQL is away")
                .register(meters);
    }

    /** One look; to be called again and again. */
    public void look() {
        try {
            sales = ledger.oversold(LOOK_BACK_HOURS);
        } catch (DataAccessException | TransactionException unreachable) {
            sales = Double.NaN;
        }
    }
}
