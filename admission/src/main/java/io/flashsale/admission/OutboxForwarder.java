package io.flashsale.admission;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes groups from the outbox to the queue before those admitted are told so, so that a 202 survives the loss of Redis.
 *
 * <p>Waits for the queue's acknowledgement up to a bound, and not at all while the queue is known to be down: the
 * group stays in the outbox, and the {@link OutboxRelay} sends it later. An acknowledgement that comes after the
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

    private record Sent(ReservationGroup group, long begin, CompletableFuture<?> acknowledged) {}

    /**
     * Tries to bring the groups to the queue, all at once; returns in any case, after the bound at the latest, and never
     * throws because of the queue.
     */
    void forward(List<ReservationGroup> groups) {
        long deadline = System.nanoTime() + timeout.toNanos();
        List<Sent> sent = new ArrayList<>(groups.size());
        for (ReservationGroup group : groups) {
            if (queueHealth.tryAcquirePermission()) {
                long begin = System.nanoTime();
                CompletableFuture<?> acknowledged = queue.sendOrFail(group).thenRun(() -> sweeper.sweep(group));
                sent.add(new Sent(group, begin, acknowledged));
            } else {
                deferred.add(group.size());
            }
        }
        sent.forEach(each -> await(each, deadline));
    }

    private void await(Sent sent, long deadline) {
        try {
            sent.acknowledged().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            queueHealth.onSuccess(System.nanoTime() - sent.begin(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            queueHealth.releasePermission();
            deferred.add(sent.group().size());
        } catch (ExecutionException | TimeoutException fault) {
            queueHealth.onError(System.nanoTime() - sent.begin(), TimeUnit.NANOSECONDS, fault);
            deferred.add(sent.group().size());
            log.debug("reservations {} deferred to the relay", sent.group().reservations(), fault);
        }
    }

    /** Reservations that were answered before the queue had acknowledged them. */
    long deferred() {
        return deferred.sum();
    }
}
