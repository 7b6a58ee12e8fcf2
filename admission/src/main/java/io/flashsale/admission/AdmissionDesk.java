package io.flashsale.admission;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a request asks for one unit of an offer: gate first, then queue.
 *
 * <p>Guarantees: whoever is answered {@link Admission.Admitted} has a ticket in the queue, or in the outbox from where
 * it will get there; both only if Redis and the queue are lost together is it forgotten. No call waits longer than the
 * time-out of Redis plus the patience with the queue; while Redis is known to be down the answer comes at once.
 */
public final class AdmissionDesk {

    private static final Logger log = LoggerFactory.getLogger(AdmissionDesk.class);

    private final AdmissionGates gates;
    private final TicketIds ids;
    private final Handover handover;
    private final CircuitBreaker redisHealth;

    /**
     * @param patience how long a request waits for the queue's acknowledgement
     */
    public AdmissionDesk(AdmissionGates gates, TicketIds ids, TicketQueue queue, Duration patience) {
        this.gates = gates;
        this.ids = ids;
        this.handover = new Handover(queue, gates.outbox(), patience);
        this.redisHealth = CircuitBreaker.of(
                "admission-gates",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(40)
                        .minimumNumberOfCalls(4)
                        .failureRateThreshold(50)
                        .waitDurationInOpenState(Duration.ofMillis(500))
                        .permittedNumberOfCallsInHalfOpenState(2)
                        .recordExceptions(RedisException.class)
                        .build());
        redisHealth.getEventPublisher().onStateTransition(change -> log.warn("gates: {}", change));
    }

    /** Admits the user to the offer under a new ticket, or says why not. */
    public Admission admit(long offerId, long userId, String correlationId) {
        Admission admission = askGate(offerId, userId, correlationId);
        if (admission instanceof Admission.Admitted admitted) {
            handover.handOver(admitted.ticket());
        }
        return admission;
    }

    private Admission askGate(long offerId, long userId, String correlationId) {
        if (!redisHealth.tryAcquirePermission()) {
            return new Admission.NotReady(Cause.UNREACHABLE);
        }
        long begin = System.nanoTime();
        try {
            Admission admission = gates.admit(offerId, userId, ids.next(offerId), correlationId);
            redisHealth.onSuccess(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
            return admission;
        } catch (RedisException fault) {
            redisHealth.onError(System.nanoTime() - begin, TimeUnit.NANOSECONDS, fault);
            log.debug("gate {} did not answer", offerId, fault);
            return new Admission.NotReady(Cause.UNREACHABLE);
        } catch (RuntimeException fault) {
            redisHealth.releasePermission();
            throw fault;
        }
    }

    /** Admissions since the start that were answered before the queue had acknowledged them. */
    public long leftToRelay() {
        return handover.leftToRelay();
    }
}
