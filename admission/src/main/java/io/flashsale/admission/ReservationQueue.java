package io.flashsale.admission;

import java.util.concurrent.CompletableFuture;

/** The durable queue behind the gate: Kafka, in all our services. */
@FunctionalInterface
public interface ReservationQueue {

    /**
     * Sends the reservation; the future completes normally only when the queue can no longer lose it. May be called
     * several times for one reservation. A fault may be thrown or come through the future.
     */
    CompletableFuture<?> send(Reservation reservation);
}
