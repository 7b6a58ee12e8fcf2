package io.flashsale.auditor.sale;

import io.flashsale.auditor.snapshot.InFlight;
import java.util.List;

/**
 * A single reading of a sale.
 *
 * @param waitingFor why the data is not of one moment with nothing in flight; empty if it is
 */
record SaleReading(SaleSnapshot snapshot, InFlight inFlight, List<String> waitingFor) {

    SaleReading {
        waitingFor = List.copyOf(waitingFor);
    }

    boolean settled() {
        return waitingFor.isEmpty();
    }
}
