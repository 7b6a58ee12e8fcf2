package io.flashsale.admission;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.ReservationOutbox;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * The gates of one kind of campaign; each method runs one script.
 *
 * <p>A campaign whose stock is in several buckets has a gate for each; {@link Buckets#gate} makes the gate ids that
 * the methods ask for. All methods throw Redisson's {@code RedisException} when Redis does not answer. Each script is
 * atomic. An unanswered call may be repeated safely, except {@link #admit}, which repeats itself.
 */
public final class StockGates {

    private static final LuaScript RESERVE = LuaScript.named("reserve");
    private static final LuaScript RELEASE = LuaScript.named("release");
    private static final LuaScript AMEND = LuaScript.named("amend");
    private static final LuaScript STATE = LuaScript.named("state");
    private static final LuaScript LATE = LuaScript.named("late");
    private static final LuaScript MOVE_OUT = LuaScript.named("move-out");
    private static final LuaScript MOVE_IN = LuaScript.named("move-in");
    private static final LuaScript MOVE_BACK = LuaScript.named("move-back");
    /** The field of gate and holders that names the rebuild which made them. */
    public static final String EPOCH = "epoch";

    private static final String WAITING = "waiting";

    private static final Set<String> CAMPAIGN_FIELDS = Set.of(
            "revision", "opensAt", "closesAt", "total", "terms", "limit", "ticket", "buckets", WAITING, "family");

    /**
     * How long Redis is left alone before a group asks again; equals Redisson's wait before it repeats other
     * commands.
     */
    private static final Duration BEFORE_REPETITION = Duration.ofSeconds(1);

    /**
     * A group that has waited longer asks no second time: the gateway stays silent for no longer than five seconds.
     */
    private static final Duration MAX_FIRST = Duration.ofSeconds(2);

    /** How many holders one scan reads. */
    private static final int SCAN = 1_000;

    /** The most requests that one script decides, and the most gates that one script reads. */
    static final int MAX_GROUP = 128;

    /**
     * How long a reservation can be looked up. By then it is in the database, unless the queue stood still for a day.
     */
    public static final Duration RESERVATION_KEPT = Duration.ofHours(24);

    /**
     * How long a gate is kept after its campaign has closed. Well above the time for which a campaign is still wanted
     * ({@link StockGateWarmUp.Campaigns#wanted}): the warm-up would rebuild a gate that expires earlier.
     */
    public static final Duration KEPT_AFTER_CLOSING = Duration.ofDays(14);

    private final RedissonClient redis;
    private final StockGateKeys keys;
    private final WarmShards warmShards;
    private final RebuildScripts rebuilds;

    /** How many buckets campaigns have, if several. The number never changes. */
    private final Cache<Long, Integer> severalBuckets =
            Caffeine.newBuilder().maximumSize(10_000).build();

    private final LongSupplier nanos;
    private final Function<Duration, Executor> after;

    /** @param kind a lower-case word that separates these campaigns from others in the same Redis */
    public StockGates(RedissonClient redis, String kind) {
        this(redis, kind, System::nanoTime, StockGates::after);
    }

    /**
     * @param nanos as {@link System#nanoTime}
     * @param after runs a task after a pause
     */
    StockGates(RedissonClient redis, String kind, LongSupplier nanos, Function<Duration, Executor> after) {
        this.redis = redis;
        this.nanos = nanos;
        this.after = after;
        this.keys = new StockGateKeys(kind);
        this.warmShards = new WarmShards(redis, keys);
        this.rebuilds = new RebuildScripts(redis, keys);
    }

    /** A request of a group, with a reservation id of its own. */
    record Request(
            long reservationId,
            long userId,
            String correlationId,
            CheckedTicket ticket,
            @Nullable Long priceCents,
            @Nullable String key) {

        Request(long reservationId, long userId, String correlationId) {
            this(reservationId, userId, correlationId, CheckedTicket.NONE, null, null);
        }
    }

    /**
     * What became of a group.
     *
     * @param outcomes one for each request, in their sequence
     * @param admitted those admitted by this call; empty if there are none
     * @param earlier groups of earlier calls with a reservation among the outcomes; only those still in the outbox
     * @param otherBuckets how many buckets the campaign has, if that differs from the believed number; then nobody
     *     was admitted, and the outcomes mean nothing
     */
    record Decided(
            List<Admission> outcomes,
            Optional<ReservationGroup> admitted,
            List<ReservationGroup> earlier,
            OptionalInt otherBuckets) {

        Decided(List<Admission> outcomes, Optional<ReservationGroup> admitted, List<ReservationGroup> earlier) {
            this(outcomes, admitted, earlier, OptionalInt.empty());
        }

        /** Whether the users may belong to other gates. */
        boolean isMisled() {
            return otherBuckets.isPresent();
        }

        /** The same outcome for the whole group; nobody was admitted. */
        static Decided forAll(int size, Admission outcome) {
            return new Decided(Collections.nCopies(size, outcome), Optional.empty(), List.of());
        }

        /** The believed number of buckets is wrong, so the users may belong to other gates. */
        static Decided otherBuckets(int size, int buckets) {
            return new Decided(
                    Collections.nCopies(size, new Admission.NotReady(Admission.NotReady.Cause.MISSING)),
                    Optional.empty(),
                    List.of(),
                    OptionalInt.of(buckets));
        }
    }

    /** Whether a group asks for the first time, or again because it had no answer. */
    enum Attempt {
        FIRST("1"),
        /** Overtakes the first attempt, which admits nobody on the same server after it. */
        REPETITION("2");

        private final String argument;

        Attempt(String argument) {
            this.argument = argument;
        }
    }

    /**
     * Sets a unit aside for each request of the group, or says why not. Decides one request after the other, in one
     * atomic step. Does not wait. Repeats itself once if Redis does not answer. No outcome is ever UNREACHABLE: then
     * the stage fails with a {@code RedisException}, and some users may have been admitted, or be admitted later.
     *
     * @param believedBuckets of the campaign; if it has another number, nobody is admitted
     * @param group of one gate, with reservation ids that no other call had; at most {@value #MAX_GROUP} requests, so
     *     that the script takes no more than about a millisecond
     */
    CompletionStage<Decided> admit(long gateId, int believedBuckets, List<Request> group) {
        long begin = nanos.getAsLong();
        return attempt(Attempt.FIRST, gateId, believedBuckets, group)
                .exceptionallyCompose(fault -> LuaScript.isWorthRepeating(fault)
                                && nanos.getAsLong() - begin < MAX_FIRST.toNanos()
                        ? CompletableFuture.supplyAsync(
                                        () -> attempt(Attempt.REPETITION, gateId, believedBuckets, group),
                                        after.apply(LuaScript.isUnsent(fault) ? Duration.ZERO : BEFORE_REPETITION))
                                .thenCompose(Function.identity())
                        : CompletableFuture.failedStage(fault));
    }

    static Executor after(Duration pause) {
        return CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread);
    }

    CompletionStage<Decided> attempt(Attempt attempt, long gateId, int believedBuckets, List<Request> group) {
        List<Object> gate = new ArrayList<>();
        gate.add(keys.gate(gateId));
        gate.add(keys.holders(gateId));
        gate.add(keys.outbox(Shards.of(gateId)));
        gate.add(keys.late(gateId));
        List<Object> arguments = new ArrayList<>();
        arguments.add(Long.toString(gateId));
        arguments.add(Long.toString(RESERVATION_KEPT.toSeconds()));
        arguments.add(Integer.toString(believedBuckets));
        arguments.add(attempt.argument);
        for (Request request : group) {
            gate.add(keys.reservation(request.reservationId()));
            arguments.add(Long.toString(request.reservationId()));
            arguments.add(Long.toString(request.userId()));
            arguments.add(request.correlationId());
            arguments.add(request.ticket().argument());
            arguments.add(
                    request.priceCents() == null ? "" : request.priceCents().toString());
            arguments.add(request.key() == null ? "" : request.key());
        }
        return RESERVE.answersOnceAsync(redis, gate, arguments.toArray())
                .thenApply(answer -> new ReserveAnswer(answer, attempt).of(gateId, group));
    }

    /** How many buckets the campaign has, as this instance has learnt from its gates; 1 until a gate has told. */
    public int bucketsOf(long campaignId) {
        return Objects.requireNonNullElse(severalBuckets.getIfPresent(campaignId), 1);
    }

    /** Notes what a gate of the campaign said. */
    void learnBuckets(long campaignId, int count) {
        if (count > 1) {
            severalBuckets.put(campaignId, count);
        } else {
            severalBuckets.invalidate(campaignId);
        }
    }

    /** The epoch, which names the gate until it is rebuilt; empty if there is no gate. Throws after the time-out. */
    public Optional<String> epoch(long gateId, Duration timeout) {
        return LuaScript.within(
                timeout,
                redis.<String, String>getMap(keys.gate(gateId), StringCodec.INSTANCE)
                        .getAsync(EPOCH)
                        .thenApply(Optional::ofNullable));
    }

    /**
     * Takes half of what remains, at least one unit, out of a gate for another bucket. {@code move-out.lua} says when
     * that is allowed.
     *
     * @param move names the move; a call that is repeated within an hour takes nothing more
     * @param timeout after which this throws. A late take is put back by {@link #moveBack}, or does not happen after
     *     it
     * @return how many; 0 if there is nothing, or the gate cannot be believed
     */
    public long moveOut(long gateId, String move, Duration timeout) {
        return Long.parseLong(LuaScript.within(timeout, MOVE_OUT.answerAsync(redis, gateAndMove(gateId, move))));
    }

    /**
     * Puts units into a gate that the database has moved there, once.
     *
     * @param move names the move; a call that is repeated within an hour puts nothing more
     * @param epoch of the gate while both rows were locked in the database
     * @return false if the gate was rebuilt since, and so has the units already
     */
    public boolean moveIn(long gateId, String move, String epoch, long units) {
        return MOVE_IN.answer(redis, gateAndMove(gateId, move), epoch, Long.toString(units))
                .equals("MOVED");
    }

    /**
     * Puts back, once, what a move took out of a gate; a take that comes after this takes nothing. To be called only
     * if it is certain that the database never commits the move.
     *
     * @return how many units; 0 if none were taken, or the gate was rebuilt since and so has them already
     */
    public long moveBack(long gateId, String move) {
        return Long.parseLong(MOVE_BACK.answer(redis, gateAndMove(gateId, move), "1"));
    }

    /**
     * Forgets units that a move took and the database does not have.
     *
     * @return how many units; 0 if none were taken, or the gate was rebuilt since
     */
    public long forgetMove(long gateId, String move) {
        return Long.parseLong(MOVE_BACK.answer(redis, gateAndMove(gateId, move), "0"));
    }

    private List<Object> gateAndMove(long gateId, String move) {
        return List.of(keys.gate(gateId), keys.move(gateId, move));
    }

    /**
     * A hold that {@link #release} ends.
     *
     * @param giveUnitBack false if the database never had the unit
     * @param giveTicketBack whether the ticket that the user reserved with may be used again
     */
    public record Hold(long userId, long reservationId, boolean giveUnitBack, boolean giveTicketBack) {

        /** A hold whose ticket comes back if its unit does not. */
        public Hold(long userId, long reservationId, boolean giveUnitBack) {
            this(userId, reservationId, giveUnitBack, !giveUnitBack);
        }
    }

    public enum Release {
        RELEASED,
        /** The user holds nothing there, or another reservation: an earlier call ended the hold. */
        NOT_HELD,
        /** There is no gate; its rebuild will learn from the database that the hold has ended. */
        MISSING
    }

    /**
     * Ends holds, each at most once. The database must have ended them before: a rebuild in between reads that there.
     */
    public List<Release> release(long gateId, List<Hold> holds) {
        Object[] arguments = holds.stream()
                .flatMap(hold -> Stream.of(
                        Long.toString(hold.userId()),
                        Long.toString(hold.reservationId()),
                        hold.giveUnitBack() ? "1" : "0",
                        hold.giveTicketBack() ? "1" : ""))
                .toArray();
        return RELEASE.answers(redis, List.of(keys.gate(gateId), keys.holders(gateId)), arguments).stream()
                .map(Release::valueOf)
                .toList();
    }

    public enum Amendment {
        AMENDED,
        /** The gate already knew this revision or a later one. */
        STALE,
        /** There is no gate; its rebuild will read the newest revision. */
        MISSING,
        /** Fewer units are left than were to be taken away, or the gate cannot be believed; nothing has changed. */
        TOO_FEW
    }

    /** Tells the gate a change of its campaign; added stock becomes available exactly once. */
    public Amendment amend(Campaign campaign) {
        return Amendment.valueOf(AMEND.answer(redis, gateKeys(List.of(campaign.id())), amendment(campaign, "")));
    }

    /**
     * The same for a campaign with fewer units: takes those away that are on offer no more, all or none. To be called in
     * the transaction that takes them away in the database, while it has locked sale and bucket, and with the revision
     * that it has made. If that transaction then fails, the next look of the warm-up finds the gate ahead of the
     * database, and rebuilds it.
     *
     * @param timeout after which this throws; then it is unknown whether the gate has changed
     */
    public Amendment lower(Campaign campaign, Duration timeout) {
        return Amendment.valueOf(LuaScript.within(
                timeout, AMEND.answerAsync(redis, gateKeys(List.of(campaign.id())), amendment(campaign, "1"))));
    }

    private static Object[] amendment(Campaign campaign, String mayTake) {
        return new Object[] {
            Long.toString(campaign.revision()),
            Long.toString(campaign.opensAt().toEpochMilli()),
            Long.toString(campaign.closesAt().toEpochMilli()),
            campaign.terms(),
            Long.toString(campaign.totalStock()),
            expiry(campaign),
            campaign.byTicket() ? "1" : "",
            Integer.toString(campaign.perUser()),
            mayTake,
            campaign.waitingList() ? "1" : ""
        };
    }

    /** The campaign as the gate knows it; empty if there is no gate. */
    public Optional<Campaign> campaign(long gateId) {
        Map<String, String> gate = redis.<String, String>getMap(keys.gate(gateId), StringCodec.INSTANCE)
                .getAll(CAMPAIGN_FIELDS);
        if (!gate.keySet().containsAll(List.of("revision", "opensAt", "closesAt", "total", "terms"))) {
            return Optional.empty();
        }
        return Optional.of(new Campaign(
                gateId,
                number(gate, "revision"),
                Instant.ofEpochMilli(number(gate, "opensAt")),
                Instant.ofEpochMilli(number(gate, "closesAt")),
                number(gate, "total"),
                Objects.requireNonNull(gate.get("terms")),
                Integer.parseInt(gate.getOrDefault("limit", "1")),
                gate.containsKey("ticket"),
                Integer.parseInt(gate.getOrDefault("buckets", "1")),
                "1".equals(gate.get(WAITING)),
                Arrays.stream(gate.getOrDefault("family", "").split(" "))
                        .filter(id -> !id.isEmpty())
                        .map(Long::valueOf)
                        .toList()));
    }

    private static long number(Map<String, String> gate, String field) {
        return Long.parseLong(Objects.requireNonNull(gate.get(field)));
    }

    /** When Redis may forget the gate, in epoch milliseconds. */
    static String expiry(Campaign campaign) {
        return Long.toString(campaign.closesAt().plus(KEPT_AFTER_CLOSING).toEpochMilli());
    }

    /** The gate now; empty if it, or a part of it, is not there. */
    public Optional<StockGateState> state(long gateId) {
        return Objects.requireNonNull(states(List.of(gateId)).get(gateId));
    }

    /**
     * The gates now, many with one script; empty if the gate, or a part of it, is not there. Leaves out the gates of
     * Redis servers that do not answer; throws if none answers.
     */
    public Map<Long, Optional<StockGateState>> states(Collection<Long> gateIds) {
        return states(gateIds, UnaryOperator.identity());
    }

    /** The same, but leaves out the gates of servers that do not answer within the time-out. */
    public Map<Long, Optional<StockGateState>> states(Collection<Long> gateIds, Duration timeout) {
        return states(gateIds, answer -> LuaScript.bounded(timeout, answer));
    }

    private Map<Long, Optional<StockGateState>> states(
            Collection<Long> gateIds, UnaryOperator<CompletionStage<List<String>>> bound) {
        Map<List<Long>, CompletionStage<List<String>>> answers = new LinkedHashMap<>();
        gateIds.stream()
                .collect(groupingBy(id -> Shards.of(id)))
                .values()
                .forEach(shard -> shard.stream()
                        .gather(Gatherers.windowFixed(MAX_GROUP))
                        .forEach(some -> answers.put(some, bound.apply(STATE.answersAsync(redis, gateKeys(some))))));
        Map<Long, Optional<StockGateState>> states = new HashMap<>();
        LuaScript.readAll(answers, (ids, answer) -> {
            Iterator<String> fields = answer.iterator();
            ids.forEach(id -> states.put(id, StockGateState.parse(fields)));
        });
        return states;
    }

    /**
     * The gate, if it and the others under the same limit {@linkplain StockGateState#isWarm() are warm}: only then it is
     * known what a user {@linkplain #held holds} of it.
     *
     * @param underOneLimit the gates of the campaign and its siblings
     */
    public Optional<StockGateState> warm(long gateId, List<Long> underOneLimit) {
        return warm(gateId, states(underOneLimit));
    }

    /** The same, but throws if Redis does not answer within the time-out. */
    public Optional<StockGateState> warm(long gateId, List<Long> underOneLimit, Duration timeout) {
        return warm(gateId, states(underOneLimit, timeout));
    }

    private static Optional<StockGateState> warm(long gateId, Map<Long, Optional<StockGateState>> states) {
        return states.values().stream()
                        .allMatch(gate -> gate.filter(StockGateState::isWarm).isPresent())
                ? Objects.requireNonNull(states.get(gateId))
                : Optional.empty();
    }

    /**
     * The gates of all buckets of these campaigns, in the sequence of the buckets; empty if a gate is not there.
     * Leaves out a campaign if one of its gates does not answer; throws if none answers. The gates are not all read
     * at one moment.
     */
    public Map<Long, List<Optional<StockGateState>>> bucketStates(Collection<Long> campaignIds) {
        Map<Long, Optional<StockGateState>> read = new HashMap<>(
                states(campaignIds.stream().flatMap(id -> gatesOf(id).boxed()).toList()));
        List<Long> unheard = new ArrayList<>();
        for (long campaign : campaignIds) {
            int told = Optional.ofNullable(read.get(campaign))
                    .flatMap(first -> first)
                    .map(StockGateState::buckets)
                    .orElse(1);
            if (told > bucketsOf(campaign)) {
                learnBuckets(campaign, told);
                gatesOf(campaign).skip(1).forEach(unheard::add);
            }
        }
        if (!unheard.isEmpty()) {
            read.putAll(states(unheard));
        }
        Map<Long, List<Optional<StockGateState>>> campaigns = new HashMap<>();
        for (long campaign : campaignIds) {
            List<Long> all = gatesOf(campaign).boxed().toList();
            if (read.keySet().containsAll(all)) {
                campaigns.put(
                        campaign,
                        all.stream()
                                .map(gate -> Objects.requireNonNull(read.get(gate)))
                                .toList());
            }
        }
        return campaigns;
    }

    /** Deletes the gates of a campaign that the database does not have, so that nobody knows how many there are. */
    public void forget(long campaignId) {
        IntStream.range(0, Buckets.MAX)
                .mapToLong(bucket -> Buckets.gate(campaignId, bucket))
                .forEach(gate -> redis.getKeys().unlink(keys.gate(gate), keys.holders(gate)));
    }

    private LongStream gatesOf(long campaignId) {
        return IntStream.range(0, bucketsOf(campaignId)).mapToLong(bucket -> Buckets.gate(campaignId, bucket));
    }

    private List<Object> gateKeys(List<Long> gateIds) {
        return gateIds.stream()
                .<Object>mapMulti((id, gate) -> {
                    gate.accept(keys.gate(id));
                    gate.accept(keys.holders(id));
                })
                .toList();
    }

    /**
     * Whether Redis may have forgotten this reservation. After a loss it may, until all gates have been rebuilt; then
     * each earlier reservation is in the database.
     */
    public boolean mayHaveForgotten(long reservationId) {
        return !warmShards.wasSeenWarm(ReservationIds.shardOf(reservationId));
    }

    /**
     * The users who hold units of the campaign, in ascending order, read piece by piece. Complete for users who hold
     * one from start to end of the call; a user whose hold begins or ends meanwhile may or may not be there.
     */
    public long[] holders(long campaignId) {
        return gatesOf(campaignId).flatMap(this::holdersOf).sorted().distinct().toArray();
    }

    private LongStream holdersOf(long gateId) {
        return redis.<String, String>getMap(keys.holders(gateId), StringCodec.INSTANCE).keySet(SCAN).stream()
                .filter(user -> !user.equals(EPOCH))
                .mapToLong(StockGateKeys::userAt);
    }

    /**
     * The users who became holders after units had come back, without the first {@code known} of them.
     *
     * @param epoch of the gate when these were counted
     * @return empty if the gate was rebuilt since, or Redis does not remember so many
     */
    public Optional<long[]> lateHolders(long gateId, String epoch, long known) {
        List<String> answer =
                LATE.answers(redis, List.of(keys.gate(gateId), keys.late(gateId)), epoch, Long.toString(known));
        return answer.getFirst().equals("UNKNOWN")
                ? Optional.empty()
                : Optional.of(answer.stream().skip(1).mapToLong(Long::parseLong).toArray());
    }

    /** How many units of these gates the user holds, of the {@code limit} that they may have in all of them together. */
    public int held(Collection<Long> gateIds, long userId, int limit) {
        return gateIds.stream()
                .mapToInt(gate -> redis.<String, String>getMap(keys.holders(gate), StringCodec.INSTANCE)
                        .getAll(places(List.of(userId), limit))
                        .size())
                .sum();
    }

    /** Which of these users hold as many units of these gates together as they may have. Throws if one is silent for so long. */
    public Set<Long> holdingAll(Collection<Long> gateIds, Collection<Long> userIds, int limit, Duration timeout) {
        Set<String> places = places(userIds, limit);
        Map<Long, Long> held = gateIds.stream()
                .flatMap(gate -> LuaScript.within(
                        timeout,
                        redis.<String, String>getMap(keys.holders(gate), StringCodec.INSTANCE)
                                .getAllAsync(places))
                        .keySet()
                        .stream())
                .collect(groupingBy(StockGateKeys::userAt, counting()));
        return userIds.stream()
                .filter(user -> held.getOrDefault(user, 0L) >= limit)
                .collect(toSet());
    }

    private static Set<String> places(Collection<Long> userIds, int limit) {
        return userIds.stream()
                .flatMap(user -> IntStream.rangeClosed(1, limit).mapToObj(n -> StockGateKeys.place(user, n)))
                .collect(toSet());
    }

    /** Until when the user has to wait before they may have another unit of this gate; empty if they need not, or no longer. */
    public Optional<Instant> barredUntil(long gateId, long userId, Instant now) {
        Double until = redis.<String>getScoredSortedSet(keys.barred(gateId), StringCodec.INSTANCE)
                .getScore(Long.toString(userId));
        return Optional.ofNullable(until)
                .map(millis -> Instant.ofEpochMilli(millis.longValue()))
                .filter(now::isBefore);
    }

    /**
     * The offers to a waiting list in the gate that has this epoch.
     *
     * @param timeout for each question to Redis
     */
    public GateOffers offers(long gateId, String epoch, Duration timeout) {
        return new GateOffers(redis, keys.offers(gateId, epoch), timeout);
    }

    /**
     * The only users who may have the units that are left, as others wait for them. Empty if the gate has no waiting list,
     * or was rebuilt since it had this epoch.
     */
    public Optional<Set<Long>> offered(long gateId, String epoch) {
        Map<String, String> gate = redis.<String, String>getMap(keys.gate(gateId), StringCodec.INSTANCE)
                .getAll(Set.of(EPOCH, WAITING));
        return epoch.equals(gate.get(EPOCH)) && "1".equals(gate.get(WAITING))
                ? Optional.of(
                        redis
                                .<String, String>getMap(keys.offers(gateId, epoch), StringCodec.INSTANCE)
                                .readAllKeySet()
                                .stream()
                                .map(Long::valueOf)
                                .collect(toSet()))
                : Optional.empty();
    }

    /** The user of the reservation; empty if Redis remembers no such reservation. */
    public Optional<Holder> holderOf(long reservationId) {
        String remembered = redis.<String>getBucket(keys.reservation(reservationId), StringCodec.INSTANCE)
                .get();
        if (remembered == null) {
            return Optional.empty();
        }
        String[] parts = remembered.split(":", 3);
        return Optional.of(new Holder(Buckets.campaignOf(Long.parseLong(parts[0])), Long.parseLong(parts[1])));
    }

    /** The Redis key of the gate that the user asked, for people who look into it. */
    public String nameOfGate(long campaignId, long userId) {
        return keys.gate(Buckets.homeGate(campaignId, userId, bucketsOf(campaignId)));
    }

    public record Holder(long campaignId, long userId) {}

    RebuildScripts rebuilds() {
        return rebuilds;
    }

    /** Notes which shards were seen warm. */
    WarmShards warmShards() {
        return warmShards;
    }

    ReservationOutbox outbox() {
        return new ReservationOutbox(redis, keys);
    }
}
