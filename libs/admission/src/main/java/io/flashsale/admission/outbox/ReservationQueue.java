package io.flashsale.admission.outbox;

import io.flashsale.admission.ReservationGroup;
import java.util.concurrent.CompletableFuture;

/** The durable queue behind the gate: Kafka, in all our services. */
@FunctionalInterface
public interface ReservationQueue {

    /**
     * Sends the group as one message; the future completes normally only when the queue can no longer lose it. May be
     * called several times for one group. A fault may be thrown or come through the future.
     */
    CompletableFuture<?> send(ReservationGroup group);

    /** The same, but every fault comes through the future. */
    default CompletableFuture<?> sendOrFail(ReservationGroup group) {
        try {
            return send(group);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }
}
