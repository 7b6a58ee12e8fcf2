package io.flashsale.admission;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Request;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where users ask for one unit of a campaign each: gate first, then queue. Those who ask together share the cost of both.
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
     * @param queueTimeout how long a call waits for the queue's acknowledgement
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

    /** Admits one user to the campaign under a new reservation, or says why not: a group of one. */
    public Admission admit(long campaignId, long userId, String correlationId) {
        return admit(List.of(new AdmissionRequest(campaignId, userId, correlationId)))
                .getFirst();
    }

    /**
     * Decides on all of these together, sharing what it costs: one script and one message of the queue for each
     * campaign among them. What happens to one campaign, or to the Redis that has its gate, does not concern the others.
     *
     * @return the outcomes, one for each request and in their sequence
     */
    public List<Admission> admit(List<AdmissionRequest> requests) {
        List<Part> parts = parts(requests);
        List<CompletableFuture<Decided>> answers = parts.stream().map(this::ask).toList();
        Admission[] outcomes = new Admission[requests.size()];
        List<ReservationGroup> groups = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Decided decided = answers.get(i).join();
            for (int member = 0; member < part.positions().size(); member++) {
                outcomes[part.positions().get(member)] = decided.outcomes().get(member);
            }
            decided.admitted().ifPresent(groups::add);
            groups.addAll(admittedBefore(part.campaignId(), decided));
        }
        forwarder.forward(groups);
        return List.of(outcomes);
    }

    /**
     * Some of the requests, of one campaign and as many as one script may decide.
     *
     * @param positions where they stand among all
     */
    private record Part(long campaignId, List<Integer> positions, List<Request> requests) {}

    /** Gives each request its id, too: where there are no ids, nobody has been admitted yet. */
    private List<Part> parts(List<AdmissionRequest> requests) {
        List<Part> parts = new ArrayList<>();
        Map<Long, Part> open = new HashMap<>();
        for (int position = 0; position < requests.size(); position++) {
            AdmissionRequest request = requests.get(position);
            long campaignId = request.campaignId();
            Part part = open.get(campaignId);
            if (part == null || part.positions().size() == StockGates.MAX_GROUP) {
                part = new Part(campaignId, new ArrayList<>(), new ArrayList<>());
                open.put(campaignId, part);
                parts.add(part);
            }
            part.positions().add(position);
            part.requests().add(new Request(ids.next(campaignId), request.userId(), request.correlationId()));
        }
        return parts;
    }

    private CompletableFuture<Decided> ask(Part part) {
        if (!redisHealth.tryAcquirePermission()) {
            return CompletableFuture.completedFuture(unreachable(part));
        }
        long begin = System.nanoTime();
        return gates.admit(part.campaignId(), part.requests())
                .handle((decided, fault) -> answered(part, decided, fault, System.nanoTime() - begin))
                .toCompletableFuture();
    }

    private Decided answered(Part part, @Nullable Decided decided, @Nullable Throwable fault, long nanos) {
        if (decided != null) {
            redisHealth.onSuccess(nanos, TimeUnit.NANOSECONDS);
            return decided;
        }
        Throwable cause = LuaScript.cause(Objects.requireNonNull(fault));
        if (cause instanceof RedisException) {
            redisHealth.onError(nanos, TimeUnit.NANOSECONDS, cause);
            log.debug("gate {} did not answer", part.campaignId(), cause);
            return unreachable(part);
        }
        redisHealth.releasePermission();
        throw new CompletionException(cause);
    }

    private static Decided unreachable(Part part) {
        Admission all = new Admission.NotReady(Cause.UNREACHABLE);
        return new Decided(Collections.nCopies(part.positions().size(), all), Optional.empty(), Set.of());
    }

    /** Redisson repeats a script whose answer was lost: then nobody has sent to the queue whom the first one admitted. */
    private List<ReservationGroup> admittedBefore(long campaignId, Decided decided) {
        if (decided.earlierEntries().isEmpty()) {
            return List.of();
        }
        try {
            return gates.outbox().find(Shards.of(campaignId), decided.earlierEntries());
        } catch (RedisException unreachable) {
            return List.of(); // they are in the outbox, and the relay sends them
        }
    }

    /** Admissions since the start that were left to the relay, answered before the queue had acknowledged them. */
    public long deferred() {
        return forwarder.deferred();
    }
}
