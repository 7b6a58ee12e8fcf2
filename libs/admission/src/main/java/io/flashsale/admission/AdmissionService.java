package io.flashsale.admission;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.bucket.BucketSupply.Supplied;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.OutboxForwarder;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.ReplicaAcknowledgement;
import io.flashsale.admission.redis.Replication;
import io.flashsale.admission.redis.Shards;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
 * <p>Guarantees that a reservation answered with {@link Admission.Admitted} is in the queue, or in the outbox and on
 * as many replicas of Redis as {@link Replication} asks for; from the outbox it gets to the queue. It is lost only if
 * the queue is away and all these servers lose it. A user who cannot be promised that gets
 * {@link Admission.Undecided}.
 *
 * <p>Bounds each call. It waits at most for one script of Redis, sent twice; for the queue's acknowledgement, and
 * once more where the queue's send blocks; and, if the queue has not acknowledged, for twice the time-out of the
 * replicas. While the Redis of a campaign is known to be down, the answer comes at once.
 *
 * <p>In a campaign with several buckets each user asks the gate of their own bucket. If that is empty, other buckets
 * supply it first, which takes longer. A user is told {@link Admission.SoldOut} only if all buckets are empty. If no
 * answer arrives within 1.75 s (1 s plus one last attempt), the outcome is {@link Cause#REBUILDING}. All requests of
 * a call wait for the slowest of its buckets; reservations that the call made before are in the queue by then.
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

    /** How long a user is tried again whose bucket is empty each time although it is supplied. */
    private static final Duration MAX_SUPPLYING = Duration.ofSeconds(1);

    private final StockGates gates;
    private final ReservationIds ids;
    private final OutboxForwarder forwarder;
    private final ReplicaAcknowledgement replicas;
    private final Listener listener;
    private final BucketSupply supply;
    private final LongSupplier nanos;

    /** One for each shard: if one of several Redis masters is away, campaigns of the others go on. */
    private final List<CircuitBreaker> redisHealth;

    /** For a Redis without replicas. */
    public AdmissionService(StockGates gates, ReservationIds ids, ReservationQueue queue, Duration queueTimeout) {
        this(gates, ids, queue, queueTimeout, Replication.NONE);
    }

    /**
     * @param queueTimeout how long a call waits for the queue's acknowledgement
     * @param replication asked of replicas if the queue has not acknowledged
     */
    public AdmissionService(
            StockGates gates,
            ReservationIds ids,
            ReservationQueue queue,
            Duration queueTimeout,
            Replication replication) {
        this(gates, ids, queue, queueTimeout, replication, Listener.NONE);
    }

    /** The same, with a listener. */
    public AdmissionService(
            StockGates gates,
            ReservationIds ids,
            ReservationQueue queue,
            Duration queueTimeout,
            Replication replication,
            Listener listener) {
        this(gates, ids, queue, queueTimeout, replication, listener, BucketSupply.NONE);
    }

    /** The same for campaigns that may have several buckets. */
    public AdmissionService(
            StockGates gates,
            ReservationIds ids,
            ReservationQueue queue,
            Duration queueTimeout,
            Replication replication,
            Listener listener,
            BucketSupply supply) {
        this(gates, ids, queue, queueTimeout, replication, listener, supply, System::nanoTime, Clock.systemUTC());
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
            Replication replication,
            Listener listener,
            BucketSupply supply,
            LongSupplier nanos,
            Clock clock) {
        this.supply = supply;
        this.gates = gates;
        this.ids = ids;
        this.listener = listener;
        this.forwarder = new OutboxForwarder(queue, gates.outbox(), queueTimeout, nanos, clock);
        this.replicas = gates.replicas(replication);
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
     * among them. A fault of one campaign, or of the Redis that has its gate, does not affect the others.
     *
     * @return the outcomes, one for each request and in their sequence
     */
    public List<Admission> admit(List<AdmissionRequest> requests) {
        Admission[] outcomes = new Admission[requests.size()];
        List<Part> parts = new ArrayList<>();
        addParts(parts, requests, IntStream.range(0, requests.size()).boxed().toList(), outcomes);
        long begin = nanos.getAsLong();
        do {
            parts = decide(parts, outcomes, begin);
        } while (!parts.isEmpty());
        return List.of(outcomes);
    }

    /** Decides all parts and brings the admitted to the queue. Returns the parts to ask for again. */
    private List<Part> decide(List<Part> parts, Admission[] outcomes, long begin) {
        List<CompletableFuture<Decided>> answers = parts.stream().map(this::ask).toList();
        List<ReservationGroup> groups = new ArrayList<>();
        List<Part> misled = new ArrayList<>();
        List<Part> decidedParts = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Decided decided = answers.get(i).join();
            for (int member = 0; member < part.positions().size(); member++) {
                outcomes[part.positions().get(member)] = decided.outcomes().get(member);
            }
            if (decided.otherBuckets().isPresent()) {
                gates.learnBuckets(part.campaignId(), decided.otherBuckets().getAsInt());
                misled.add(part);
                continue;
            }
            tellListener(part, decided, nanos.getAsLong() - begin);
            decided.admitted().ifPresent(groups::add);
            groups.addAll(decided.earlier());
            decidedParts.add(part);
        }
        List<ReservationGroup> unacknowledged = forwarder.forward(groups);
        if (!unacknowledged.isEmpty() && replicas.isRequired()) {
            takeBack(outcomes, replicas.missing(unacknowledged));
        }
        List<Part> again = new ArrayList<>();
        if (isInTime(begin)) { // else undecidable: the gates of one campaign disagree on how many they are
            misled.forEach(part -> addParts(again, part.asked(), part.positions(), outcomes));
        }
        // All buckets are supplied at the same time. Every request of the call waits for the slowest of them.
        List<Refused> refused = decidedParts.stream()
                .flatMap(part -> refused(part, outcomes).stream())
                .toList();
        refused.forEach(some -> addSupplied(again, some, outcomes, begin));
        return again;
    }

    /** Members of a part whose bucket was empty, and whether the bucket gets units. */
    private record Refused(Part part, List<Integer> members, CompletableFuture<Supplied> supplied) {

        <T> List<T> of(Function<Part, List<T>> facts) {
            return members.stream().map(facts.apply(part)::get).toList();
        }
    }

    /** Finds those of the part whose bucket was empty; does not wait for the supply. */
    private Optional<Refused> refused(Part part, Admission[] outcomes) {
        if (part.buckets() == 1) {
            return Optional.empty();
        }
        List<Integer> refused = IntStream.range(0, part.positions().size())
                .filter(member -> outcomes[part.positions().get(member)] instanceof Admission.SoldOut)
                .boxed()
                .toList();
        return refused.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refused(
                        part,
                        refused,
                        supply.supply(part.campaignId(), Buckets.bucketOf(part.gateId()), part.buckets())));
    }

    /** Adds those whose bucket is no longer empty. */
    private void addSupplied(List<Part> again, Refused refused, Admission[] outcomes, long begin) {
        switch (refused.supplied().join()) {
            case SUPPLIED -> {
                if (isInTime(begin)) {
                    addParts(again, refused.of(Part::asked), refused.of(Part::positions), outcomes);
                } else {
                    answer(outcomes, refused, new Admission.NotReady(Cause.REBUILDING));
                }
            }
            case NOTHING_LEFT -> {}
            case UNKNOWN -> answer(outcomes, refused, new Admission.NotReady(Cause.REBUILDING));
        }
    }

    private boolean isInTime(long begin) {
        return nanos.getAsLong() - begin < MAX_SUPPLYING.toNanos();
    }

    private static void answer(Admission[] outcomes, Refused refused, Admission outcome) {
        refused.of(Part::positions).forEach(position -> outcomes[position] = outcome);
    }

    /** Catches what a listener throws: the admitted have to get into the queue all the same. */
    private void tellListener(Part part, Decided decided, long nanos) {
        try {
            listener.decided(part.asked(), decided.outcomes(), nanos);
        } catch (RuntimeException fault) {
            log.error("a listener does not take what gate {} has decided", Buckets.name(part.gateId()), fault);
        }
    }

    /** Makes admissions undecided that are in the memory of one server only. */
    private static void takeBack(Admission[] outcomes, List<ReservationGroup> missing) {
        Set<Long> ids = missing.stream()
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

    /**
     * Some of the requests: of one gate, and at most as many as one script may decide.
     *
     * @param buckets that the campaign is believed to have
     * @param positions of these requests among all
     * @param asked as they came
     * @param requests with ids
     */
    private record Part(
            long gateId, int buckets, List<Integer> positions, List<AdmissionRequest> asked, List<Request> requests) {

        long campaignId() {
            return Buckets.campaignOf(gateId);
        }
    }

    /**
     * Gives each request its id. If there are no ids, these requests have admitted nobody yet.
     *
     * @param positions of the requests among all outcomes
     */
    private void addParts(
            List<Part> parts, List<AdmissionRequest> requests, List<Integer> positions, Admission[] outcomes) {
        Map<Long, Part> open = new HashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            AdmissionRequest request = requests.get(i);
            long campaignId = request.campaignId();
            if (!Buckets.isCampaign(campaignId)) { // users do not choose their bucket
                outcomes[positions.get(i)] = new Admission.NotReady(Cause.MISSING);
                continue;
            }
            int buckets = gates.bucketsOf(campaignId);
            long gateId = Buckets.homeGate(campaignId, request.userId(), buckets);
            Part part = open.get(gateId);
            if (part == null || part.positions().size() == StockGates.MAX_GROUP) {
                part = new Part(gateId, buckets, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
                open.put(gateId, part);
                parts.add(part);
            }
            part.positions().add(positions.get(i));
            part.asked().add(request);
            part.requests()
                    .add(new Request(ids.next(gateId), request.userId(), request.correlationId(), request.ticket()));
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
