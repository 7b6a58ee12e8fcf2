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
 * Takes a ticket from the outbox to the queue in the request that won it, so that a 202 survives the loss of Redis.
 *
 * <p>Waits for the queue's acknowledgement up to a bound, and not at all while the queue is known to be down: the ticket
 * stays in the outbox, and the {@link OutboxRelay} sends it later. An acknowledgement that comes after the bound still
 * clears the outbox.
 */
final class Handover {

    private static final Logger log = LoggerFactory.getLogger(Handover.class);

    private final TicketQueue queue;
    private final OutboxSweeper sweeper;
    private final Duration patience;
    private final CircuitBreaker queueHealth;
    private final LongAdder leftToRelay = new LongAdder();

    Handover(TicketQueue queue, Outbox outbox, Duration patience) {
        this.queue = queue;
        this.sweeper = new OutboxSweeper(outbox);
        this.patience = patience;
        this.queueHealth = CircuitBreaker.of(
                "ticket-queue",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(20)
                        .minimumNumberOfCalls(5)
                        .failureRateThreshold(50)
                        .waitDurationInOpenState(Duration.ofSeconds(1))
                        .permittedNumberOfCallsInHalfOpenState(2)
                        .build());
        queueHealth.getEventPublisher().onStateTransition(change -> log.warn("ticket queue: {}", change));
    }

    /** Tries to bring the ticket to the queue; returns in any case, and never throws because of the queue. */
    void handOver(Ticket ticket) {
        if (!queueHealth.tryAcquirePermission()) {
            leftToRelay.increment();
            return;
        }
        long begin = System.nanoTime();
        try {
            CompletableFuture<?> acknowledged = queue.send(ticket).thenRun(() -> sweeper.sweep(ticket));
            acknowledged.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            queueHealth.onSuccess(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            queueHealth.releasePermission();
            leftToRelay.increment();
        } catch (ExecutionException | TimeoutException | RuntimeException fault) {
            queueHealth.onError(System.nanoTime() - begin, TimeUnit.NANOSECONDS, fault);
            leftToRelay.increment();
            log.debug("ticket {} left to the relay", ticket.id(), fault);
        }
    }

    /** Tickets that were answered before the queue had acknowledged them. */
    long leftToRelay() {
        return leftToRelay.sum();
    }
}
