package io.flashsale.admission.outbox;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.QueueSender.Sent;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends groups to the queue before their users are answered. A group that {@link #forward} does not return is in the
 * queue. The caller has to save the others.
 *
 * <p>Waits for the queue's acknowledgement up to a bound, and not at all while the queue is known not to take this
 * campaign's: the group stays in the outbox, and the {@link OutboxRelay} sends it later. An acknowledgement that
 * comes after the bound still clears the outbox. Health is known for each campaign, because a part of the queue may
 * be away.
 */
public final class OutboxForwarder {

    private static final Logger log = LoggerFactory.getLogger(OutboxForwarder.class);

    private static final CircuitBreakerConfig BREAKER = CircuitBreakerConfig.custom()
            .slidingWindowSize(20)
            .minimumNumberOfCalls(5)
            .failureRateThreshold(50)
            .waitDurationInOpenState(Duration.ofSeconds(1))
            .permittedNumberOfCallsInHalfOpenState(2)
            .build();

    private final QueueSender sender;
    private final OutboxSweeper sweeper;
    private final Duration timeout;
    private final CircuitBreakerConfig breaker;
    private final LongSupplier nanos;
    private final LongAdder deferred = new LongAdder();

    /** Forgets campaigns that nobody has asked for lately. */
    private final LoadingCache<Long, CircuitBreaker> health = Caffeine.newBuilder()
            .expireAfterAccess(Duration.ofMinutes(10))
            .maximumSize(10_000)
            .build(this::breaker);

    /**
     * @param nanos as {@link System#nanoTime}
     * @param clock of the circuit breakers
     */
    public OutboxForwarder(
            ReservationQueue queue, ReservationOutbox outbox, Duration timeout, LongSupplier nanos, Clock clock) {
        this.sender = new QueueSender(queue, nanos);
        this.sweeper = new OutboxSweeper(outbox::forgetAsync);
        this.timeout = timeout;
        this.breaker = CircuitBreakerConfig.from(BREAKER).clock(clock).build();
        this.nanos = nanos;
    }

    private CircuitBreaker breaker(long campaignId) {
        CircuitBreaker breaker = CircuitBreaker.of("queue of campaign " + Buckets.name(campaignId), this.breaker);
        breaker.getEventPublisher().onStateTransition(change -> {
            if (change.getStateTransition() == StateTransition.CLOSED_TO_OPEN) {
                log.warn(
                        "the queue does not take the reservations of campaign {}, they wait for the relay",
                        Buckets.name(campaignId));
            } else if (change.getStateTransition() == StateTransition.HALF_OPEN_TO_CLOSED) {
                log.info("the queue takes the reservations of campaign {} again", Buckets.name(campaignId));
            }
        });
        return breaker;
    }

    /**
     * Sends the groups, all at once. Returns after the bound, or after twice that if the queue's send itself blocks.
     * Never throws because of the queue.
     *
     * @return those that the queue has not acknowledged in time; it may still take them later
     */
    public List<ReservationGroup> forward(List<ReservationGroup> groups) {
        List<ReservationGroup> unacknowledged = new ArrayList<>();
        long begin = nanos.getAsLong();
        long deadline = begin + timeout.toNanos();
        List<ReservationGroup> permitted = new ArrayList<>(groups.size());
        for (ReservationGroup group : groups) {
            if (health.get(group.campaignId()).tryAcquirePermission()) {
                permitted.add(group);
            } else {
                unacknowledged.add(group);
            }
        }
        List<Sent> sent = sender.send(permitted, deadline);
        for (Sent each : sent) {
            var _ = each.acknowledged().thenRun(() -> sweeper.sweep(each.group()));
        }
        for (Sent each : sent) {
            if (!isAcknowledged(each, begin, deadline)) {
                unacknowledged.add(each.group());
            }
        }
        unacknowledged.forEach(group -> deferred.add(group.size()));
        return unacknowledged;
    }

    private boolean isAcknowledged(Sent sent, long begin, long deadline) {
        CircuitBreaker breaker = health.get(sent.group().campaignId());
        try {
            sent.acknowledged().get(deadline - nanos.getAsLong(), TimeUnit.NANOSECONDS);
            breaker.onSuccess(nanos.getAsLong() - begin, TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            breaker.releasePermission();
            return false;
        } catch (ExecutionException | TimeoutException fault) {
            breaker.onError(nanos.getAsLong() - begin, TimeUnit.NANOSECONDS, fault);
            log.debug("reservations {} deferred to the relay", sent.group().reservations(), fault);
            return false;
        }
    }

    /** Reservations that were left to the relay, because the queue had not acknowledged them in time. */
    public long deferred() {
        return deferred.sum();
    }
}
