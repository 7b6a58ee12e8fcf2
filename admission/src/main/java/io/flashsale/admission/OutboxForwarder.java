package io.flashsale.admission;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a reservation from the outbox to the queue in the request that won it, so that a 202 survives the loss of Redis.
 *
 * <p>Waits for the queue's acknowledgement up to a bound, and not at all while the queue is known to be down: the
 * reservation stays in the outbox, and the {@link OutboxRelay} sends it later. An acknowledgement that comes after the
 * bound still clears the outbox.
 */
final class OutboxForwarder {

    private static final Logger log = LoggerFactory.getLogger(OutboxForwarder.class);

    private final ReservationQueue queue;
    private final OutboxSweeper sweeper;
    private final Duration timeout;
    private final CircuitBreaker queueHealth;
    private final LongAdder deferred = new LongAdder();

    OutboxForwarder(ReservationQueue queue, Outbox outbox, Duration timeout) {
        this.queue = queue;
        this.sweeper = new OutboxSweeper(outbox);
        this.timeout = timeout;
        this.queueHealth = CircuitBreaker.of(
                "reservation-queue",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(20)
                        .minimumNumberOfCalls(5)
                        .failureRateThreshold(50)
                        .waitDurationInOpenState(Duration.ofSeconds(1))
                        .permittedNumberOfCallsInHalfOpenState(2)
                        .build());
        queueHealth.getEventPublisher().onStateTransition(change -> log.warn("reservation queue: {}", change));
    }

    /** Tries to bring the reservation to the queue; returns in any case, and never throws because of the queue. */
    void forward(Reservation reservation) {
        if (!queueHealth.tryAcquirePermission()) {
            deferred.increment();
            return;
        }
        long begin = System.nanoTime();
        try {
            CompletableFuture<?> acknowledged = queue.send(reservation).thenRun(() -> sweeper.sweep(reservation));
            acknowledged.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            queueHealth.onSuccess(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            queueHealth.releasePermission();
            deferred.increment();
        } catch (ExecutionException | TimeoutException | RuntimeException fault) {
            queueHealth.onError(System.nanoTime() - begin, TimeUnit.NANOSECONDS, fault);
            deferred.increment();
            log.debug("reservation {} deferred to the relay", reservation.id(), fault);
        }
    }

    /** Reservations that were answered before the queue had acknowledged them. */
    long deferred() {
        return deferred.sum();
    }
}
