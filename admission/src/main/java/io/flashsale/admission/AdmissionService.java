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
 * Where a request asks for one unit of a campaign: gate first, then queue.
 *
 * <p>Guarantees: whoever is answered {@link Admission.Admitted} has a reservation in the queue, or in the outbox from
 * where it will get there; both only if Redis and the queue are lost together is it forgotten. No call waits longer than
 * the time-out of Redis plus that of the queue; while Redis is known to be down the answer comes at once.
 */
public final class AdmissionService {

    private static final Logger log = LoggerFactory.getLogger(AdmissionService.class);

    private final StockGates gates;
    private final ReservationIds ids;
    private final OutboxForwarder forwarder;
    private final CircuitBreaker redisHealth;

    /**
     * @param queueTimeout how long a request waits for the queue's acknowledgement
     */
    public AdmissionService(StockGates gates, ReservationIds ids, ReservationQueue queue, Duration queueTimeout) {
        this.gates = gates;
        this.ids = ids;
        this.forwarder = new OutboxForwarder(queue, gates.outbox(), queueTimeout);
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

    /** Admits the user to the campaign under a new reservation, or says why not. */
    public Admission admit(long campaignId, long userId, String correlationId) {
        Admission admission = askGate(campaignId, userId, correlationId);
        switch (admission) {
            case Admission.Admitted(var reservation) -> forwarder.forward(reservation);
            // Redisson repeats a script whose answer was lost: this is the answer of the repetition.
            case Admission.AdmittedBefore before -> before.inOutbox().ifPresent(forwarder::forward);
            default -> {} // nobody was admitted
        }
        return admission;
    }

    private Admission askGate(long campaignId, long userId, String correlationId) {
        if (!redisHealth.tryAcquirePermission()) {
            return new Admission.NotReady(Cause.UNREACHABLE);
        }
        long begin = System.nanoTime();
        try {
            Admission admission = gates.admit(campaignId, userId, ids.next(campaignId), correlationId);
            redisHealth.onSuccess(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
            return admission;
        } catch (RedisException fault) {
            redisHealth.onError(System.nanoTime() - begin, TimeUnit.NANOSECONDS, fault);
            log.debug("gate {} did not answer", campaignId, fault);
            return new Admission.NotReady(Cause.UNREACHABLE);
        } catch (RuntimeException fault) {
            redisHealth.releasePermission();
            throw fault;
        }
    }

    /** Admissions since the start that were left to the relay, answered before the queue had acknowledged them. */
    public long deferred() {
        return forwarder.deferred();
    }
}
