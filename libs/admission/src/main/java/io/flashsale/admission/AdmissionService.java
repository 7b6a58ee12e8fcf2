package io.flashsale.admission;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.GateRouting.Part;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.OutboxForwarder;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits users to units of campaigns: asks the gate first, then the queue. Requests that come together share the cost
 * of both.
 *
 * <p>Guarantees that a reservation answered with {@link Admission.Admitted} is in the queue, or among the
 * {@link SavedGroups} of the database, from where it gets to the queue. No loss of Redis loses it. A user who cannot be
 * promised that gets {@link Admission.Undecided}.
 *
 * <p>Bounds each call. It waits at most for one script of Redis, sent twice; for the queue's acknowledgement, and
 * once more where the queue's send blocks; and, if the queue has not acknowledged, for the database. While the Redis
 * of a campaign is known to be down, the answer comes at once.
 *
 * <p>A campaign with several buckets has several gates: see {@link GateRouting}.
 */
public final class AdmissionService {

    private static final Logger log = LoggerFactory.getLogger(AdmissionService.class);

    private static final CircuitBreakerConfig BREAKER = CircuitBreakerConfig.custom()
            .slidingWindowSize(40)
            .minimumNumberOfCalls(4)
            .failureRateThreshold(50)
            .waitDurationInOpenState(Duration.ofMillis(500))
            .permittedNumberOfCallsInHalfOpenState(2)
            .recordExceptions(RedisException.class)
            .build();

    /** Means that there is none: ids are positive. */
    private static final long NO_RESERVATION = 0;

    private final StockGates gates;
    private final GateRouting routing;
    private final OutboxForwarder forwarder;
    private final SavedGroups saved;
    private final Listener listener;
    private final LongSupplier nanos;

    /** One for each shard: if one of several Redis masters is away, campaigns of the others go on. */
    private final List<CircuitBreaker> redisHealth;

    /** For campaigns with one bucket; without a database, so what the queue has not acknowledged is undecided. */
    public AdmissionService(StockGates gates, ReservationIds ids, ReservationQueue queue, Duration queueTimeout) {
        this(gates, ids, queue, queueTimeout, SavedGroups.NONE, Listener.NONE, BucketSupply.NONE);
    }

    /**
     * @param queueTimeout how long a call waits for the queue's acknowledgement
     * @param saved keeps what the queue has not acknowledged
     * @param supply for campaigns with several buckets
     */
    public AdmissionService(
            StockGates gates,
            ReservationIds ids,
            ReservationQueue queue,
            Duration queueTimeout,
            SavedGroups saved,
            Listener listener,
            BucketSupply supply) {
        this(gates, ids, queue, queueTimeout, saved, listener, supply, System::nanoTime, Clock.systemUTC());
    }

    /**
     * The same, with time that a test controls.
     *
     * @param nanos as {@link System#nanoTime}
     * @param clock of the circuit breakers
     */
    AdmissionService(
            StockGates gates,
            ReservationIds ids,
            ReservationQueue queue,
            Duration queueTimeout,
            SavedGroups saved,
            Listener listener,
            BucketSupply supply,
            LongSupplier nanos,
            Clock clock) {
        this.gates = gates;
        this.routing = new GateRouting(gates, ids, supply, nanos);
        this.listener = listener;
        this.forwarder = new OutboxForwarder(queue, gates.outbox(), queueTimeout, nanos, clock);
        this.saved = saved;
        this.nanos = nanos;
        CircuitBreakerConfig breaker =
                CircuitBreakerConfig.from(BREAKER).clock(clock).build();
        this.redisHealth = IntStream.range(0, Shards.COUNT)
                .mapToObj(shard -> breaker(shard, breaker))
                .toList();
    }

    /**
     * Hears what gates have decided, before the queue is asked. Runs on the thread of the call, so it must be quick;
     * what it throws is logged.
     */
    public interface Listener {

        Listener NONE = (requests, outcomes, nanos) -> {};

        /**
         * @param requests that one script decided, all of one gate; a user who is refused because their bucket is
         *     empty, and asked for again, is reported twice
         * @param outcomes of the requests, in their sequence
         * @param nanos since all gates of the call were asked
         */
        void decided(List<AdmissionRequest> requests, List<Admission> outcomes, long nanos);
    }

    private static CircuitBreaker breaker(int shard, CircuitBreakerConfig config) {
        CircuitBreaker breaker = CircuitBreaker.of("gates of shard " + shard, config);
        breaker.getEventPublisher().onStateTransition(change -> log.warn("gates: {}", change));
        return breaker;
    }

    /** Admits one user under a new reservation, or says why not: a group of one. */
    public Admission admit(AdmissionRequest request) {
        return admit(List.of(request)).getFirst();
    }

    /** The same without a ticket. */
    public Admission admit(long campaignId, long userId, String correlationId) {
        return admit(new AdmissionRequest(campaignId, userId, correlationId));
    }

    /**
     * Decides on all of these together: one script and one message of the queue for each campaign, or bucket of one,
     * among them. A fault of one campaign, or of the Redis that has its gate, does not affect the others; but if it
     * takes long and the queue is silent, all are undecided.
     *
     * @return the outcomes, one for each request and in their sequence
     */
    public List<Admission> admit(List<AdmissionRequest> requests) {
        Admission[] outcomes = new Admission[requests.size()];
        long begin = nanos.getAsLong();
        List<Part> parts = routing.parts(requests, outcomes);
        do {
            List<Decided> answers = decide(parts, outcomes, begin);
            parts = routing.again(parts, answers, outcomes, begin);
        } while (!parts.isEmpty());
        return List.of(outcomes);
    }

    /** Asks all gates at the same time, and brings the admitted to the queue. */
    private List<Decided> decide(List<Part> parts, Admission[] outcomes, long begin) {
        long askedAt = nanos.getAsLong(); // a gate that admits somebody closes later, if Redis has one master
        List<CompletableFuture<Decided>> asked = parts.stream().map(this::ask).toList();
        List<Decided> answers = new ArrayList<>();
        List<ReservationGroup> groups = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Decided decided = asked.get(i).join();
            answers.add(decided);
            part.note(decided.outcomes(), outcomes);
            if (!decided.isMisled()) {
                tellListener(part, decided, nanos.getAsLong() - begin);
                decided.admitted().ifPresent(groups::add);
                groups.addAll(decided.earlier());
            }
        }
        List<ReservationGroup> unacknowledged = forwarder.forward(groups);
        if (!unacknowledged.isEmpty() && !saved.save(unacknowledged, () -> isAwaited(askedAt))) {
            takeBack(outcomes, unacknowledged);
        }
        return answers;
    }

    /** Whether the rebuild of a gate that closed at this moment, or later, still waits for what it had admitted. */
    private boolean isAwaited(long closed) {
        return nanos.getAsLong() - closed < Drain.REQUESTS_IN_FLIGHT.toNanos();
    }

    /** Catches what a listener throws: the admitted have to get into the queue all the same. */
    private void tellListener(Part part, Decided decided, long nanos) {
        try {
            listener.decided(part.asked(), decided.outcomes(), nanos);
        } catch (RuntimeException fault) {
            log.error("a listener does not take what gate {} has decided", Buckets.name(part.gateId()), fault);
        }
    }

    /** Makes admissions undecided that only Redis has. */
    private static void takeBack(Admission[] outcomes, List<ReservationGroup> groups) {
        Set<Long> ids = groups.stream()
                .flatMap(group -> group.reservations().stream())
                .map(UserReservation::id)
                .collect(toSet());
        for (int i = 0; i < outcomes.length; i++) {
            long id = switch (outcomes[i]) {
                case Admission.Admitted(long admitted) -> admitted;
                case Admission.AdmittedBefore(long admitted) -> admitted;
                case Admission.AlreadyHolding(long held) -> held;
                default -> NO_RESERVATION;
            };
            if (ids.contains(id)) {
                outcomes[i] = new Admission.Undecided(id);
            }
        }
    }

    private CompletableFuture<Decided> ask(Part part) {
        CircuitBreaker health = redisHealth.get(Shards.of(part.gateId()));
        if (!health.tryAcquirePermission()) {
            return CompletableFuture.completedFuture(unreachable(part));
        }
        long begin = nanos.getAsLong();
        return gates.admit(part.gateId(), part.buckets(), part.requests())
                .handle((decided, fault) -> answered(health, part, decided, fault, nanos.getAsLong() - begin))
                .toCompletableFuture();
    }

    private static Decided answered(
            CircuitBreaker health, Part part, @Nullable Decided decided, @Nullable Throwable fault, long nanos) {
        if (decided != null) {
            health.onSuccess(nanos, TimeUnit.NANOSECONDS);
            return decided;
        }
        Throwable cause = LuaScript.cause(Objects.requireNonNull(fault));
        if (cause instanceof RedisException) {
            health.onError(nanos, TimeUnit.NANOSECONDS, cause);
            log.debug("gate {} did not answer", Buckets.name(part.gateId()), cause);
            return unreachable(part);
        }
        health.releasePermission();
        throw new CompletionException(cause);
    }

    private static Decided unreachable(Part part) {
        return Decided.forAll(part.positions().size(), new Admission.NotReady(Cause.UNREACHABLE));
    }

    /**
     * Admissions since the start that were left to the relay, because the queue had not acknowledged them in time.
     */
    public long deferred() {
        return forwarder.deferred();
    }
}
