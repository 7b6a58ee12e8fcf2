package io.flashsale.auditor.sale;

import io.flashsale.auditor.snapshot.InFlight;
import java.util.List;

/**
 * A sale as it was read once.
 *
 * @param waitingFor why what was read does not belong to one moment without anything on its way; empty if it does
 */
record Reading(SaleSnapshot snapshot, InFlight inFlight, List<String> waitingFor) {

    Reading {
        waitingFor = List.copyOf(waitingFor);
    }

    boolean settled() {
        return waitingFor.isEmpty();
    }
}
