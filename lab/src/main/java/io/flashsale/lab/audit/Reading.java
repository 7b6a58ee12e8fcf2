package io.flashsale.lab.audit;

import io.flashsale.lab.books.InFlight;
import java.util.List;

/**
 * The books as they were read once.
 *
 * @param waitingFor why what was read does not belong to one moment without anything on its way; empty if it does
 */
record Reading(History history, InFlight inFlight, List<String> waitingFor) {

    Reading {
        waitingFor = List.copyOf(waitingFor);
    }

    boolean settled() {
        return waitingFor.isEmpty();
    }
}
