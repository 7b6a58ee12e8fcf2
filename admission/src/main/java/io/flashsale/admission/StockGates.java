package io.flashsale.admission;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGateRebuild.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;

/**
 * The gates of one kind of campaign, one method a script. All methods throw Redisson's {@code RedisException} when Redis
 * does not answer; each script is atomic, and repeating a call that was not answered is safe for every one of them.
 */
public final class StockGates {

    private static final LuaScript RESERVE = LuaScript.named("reserve");
    private static final LuaScript RELEASE = LuaScript.named("release");
    private static final LuaScript AMEND = LuaScript.named("amend");
    private static final LuaScript CLOSE = LuaScript.named("close");
    private static final LuaScript EMPTY = LuaScript.named("empty");
    private static final LuaScript LOAD = LuaScript.named("load");
    private static final LuaScript REOPEN = LuaScript.named("reopen");
    private static final LuaScript STATE = LuaScript.named("state");
    private static final LuaScript SHARD = LuaScript.named("shard");
    private static final LuaScript WARM = LuaScript.named("warm");
    private static final LuaScript LATE = LuaScript.named("late");
    private static final String EPOCH = "epoch";

    /** Holders that are read at once. */
    private static final int SCAN = 1_000;

    /** The most requests that one script decides, and the most gates that one reads. */
    static final int MAX_GROUP = 128;

    /** Where the outcomes begin in the answer of {@code reserve.lua}. */
    private static final int OUTCOMES = 3;

    /**
     * How long a reservation can be asked about; by then it is in the database, unless the queue stood still for a day.
     */
    private static final Duration RESERVATION_KEPT = Duration.ofHours(24);

    /**
     * How long a gate is kept after its campaign has closed. Well above the time for which a campaign is still wanted
     * ({@link StockGateWarmUp.Campaigns#wanted}): the warm-up would only make it anew.
     */
    private static final Duration KEPT_AFTER_CLOSING = Duration.ofDays(14);

    private final RedissonClient redis;
    private final StockGateKeys keys;

    /**
     * @param kind a lower-case word that keeps these campaigns apart from others in the same Redis
     */
    public StockGates(RedissonClient redis, String kind) {
        this.redis = redis;
        this.keys = new StockGateKeys(kind);
    }

    /** One of a group that asks for units, each under a reservation id of its own. */
    record Request(long reservationId, long userId, String correlationId) {}

    /**
     * What became of a group.
     *
     * @param outcomes one for each request, in their sequence
     * @param admitted those who were admitted by this call; empty when nobody was
     * @param earlier those whom an earlier call had admitted and of whom one is in the outcomes, as far as they are still in
     *     the outbox
     */
    record Decided(List<Admission> outcomes, Optional<ReservationGroup> admitted, List<ReservationGroup> earlier) {

        /** Everybody hears the same, and nobody was admitted. */
        static Decided forAll(int size, Admission outcome) {
            return new Decided(Collections.nCopies(size, outcome), Optional.empty(), List.of());
        }
    }

    /**
     * Sets a unit aside for each of the group, or says why not; in one atomic step, one after the other. Does not wait.
     * No outcome is ever UNREACHABLE: then the stage fails with a {@code RedisException}.
     *
     * @param group of one campaign, at most {@value #MAX_GROUP}, so that Redis is not kept from others for more than
     *     about a millisecond
     */
    CompletionStage<Decided> admit(long campaignId, List<Request> group) {
        List<Object> gate = new ArrayList<>();
        gate.add(keys.gate(campaignId));
        gate.add(keys.holders(campaignId));
        gate.add(keys.outbox(Shards.of(campaignId)));
        gate.add(keys.late(campaignId));
        List<Object> arguments = new ArrayList<>();
        arguments.add(Long.toString(campaignId));
        arguments.add(Long.toString(RESERVATION_KEPT.toSeconds()));
        for (Request request : group) {
            gate.add(keys.reservation(request.reservationId()));
            arguments.add(Long.toString(request.reservationId()));
            arguments.add(Long.toString(request.userId()));
            arguments.add(request.correlationId());
        }
        return RESERVE.answersAsync(redis, gate, arguments.toArray())
                .thenApply(answer -> decided(campaignId, group, answer));
    }

    private static Decided decided(long campaignId, List<Request> group, List<String> answer) {
        if (answer.size() == 1) {
            return Decided.forAll(group.size(), new Admission.NotReady(Cause.valueOf(answer.getFirst())));
        }
        List<Admission> outcomes = new ArrayList<>(group.size());
        List<Reservation> admitted = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            Request request = group.get(i);
            String[] outcome = answer.get(OUTCOMES + i).split(" ", 2);
            switch (outcome[0]) {
                case "ADMITTED" -> {
                    outcomes.add(new Admission.Admitted(request.reservationId()));
                    admitted.add(new Reservation(request.reservationId(), request.userId(), request.correlationId()));
                }
                case "ADMITTED_BEFORE" -> outcomes.add(new Admission.AdmittedBefore(request.reservationId()));
                default -> outcomes.add(refusal(outcome));
            }
        }
        Optional<ReservationGroup> made = admitted.isEmpty()
                ? Optional.empty()
                : Optional.of(new ReservationGroup(
                        answer.get(0), campaignId, answer.get(2), instant(answer.get(1)), List.copyOf(admitted)));
        return new Decided(outcomes, made, Outbox.groups(answer.subList(OUTCOMES + group.size(), answer.size())));
    }

    private static Admission refusal(String[] outcome) {
        return switch (outcome[0]) {
            case "ALREADY_HOLDING" -> new Admission.AlreadyHolding(Long.parseLong(outcome[1]));
            case "SOLD_OUT" -> new Admission.SoldOut();
            case "NOT_OPEN" -> new Admission.NotOpen(instant(outcome[1]));
            case "ENDED" -> new Admission.Ended(instant(outcome[1]));
            default -> throw new IllegalStateException("reserve.lua answered " + String.join(" ", outcome));
        };
    }

    private static Instant instant(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }

    /** What was asked of {@link #release}. */
    public record Hold(long userId, long reservationId, boolean giveUnitBack) {}

    public enum Release {
        RELEASED,
        /** The user holds nothing there, or another reservation: an earlier call did it. */
        NOT_HELD,
        /** There is no gate; its rebuild will learn from the database that the hold has ended. */
        MISSING
    }

    /**
     * Ends holds, each at most once. The database must have ended them before: a rebuild in between reads it there.
     */
    public List<Release> release(long campaignId, List<Hold> holds) {
        Object[] arguments = holds.stream()
                .flatMap(hold -> Stream.of(
                        Long.toString(hold.userId()),
                        Long.toString(hold.reservationId()),
                        hold.giveUnitBack() ? "1" : "0"))
                .toArray();
        return RELEASE.answers(redis, List.of(keys.gate(campaignId), keys.holders(campaignId)), arguments).stream()
                .map(Release::valueOf)
                .toList();
    }

    public enum Amendment {
        AMENDED,
        /** The gate knew this revision, or a later one. */
        STALE,
        /** There is no gate; its rebuild will read the newest revision. */
        MISSING
    }

    /** Tells the gate of a change of its campaign; stock that was added becomes available, exactly once. */
    public Amendment amend(Campaign campaign) {
        return Amendment.valueOf(AMEND.answer(
                redis,
                List.of(keys.gate(campaign.id()), keys.holders(campaign.id())),
                Long.toString(campaign.revision()),
                Long.toString(campaign.opensAt().toEpochMilli()),
                Long.toString(campaign.closesAt().toEpochMilli()),
                campaign.terms(),
                Long.toString(campaign.totalStock()),
                expiry(campaign)));
    }

    private static String expiry(Campaign campaign) {
        return Long.toString(campaign.closesAt().plus(KEPT_AFTER_CLOSING).toEpochMilli());
    }

    /** The gate now; empty when it, or a part of it, is not there. */
    public Optional<StockGateState> state(long campaignId) {
        return Objects.requireNonNull(states(List.of(campaignId)).get(campaignId));
    }

    /**
     * Gates now, many with one script; an empty one is not there, or a part of it. When some of several Redis servers do not
     * answer, their gates are left out; throws when none does.
     */
    public Map<Long, Optional<StockGateState>> states(Collection<Long> campaignIds) {
        Map<List<Long>, CompletionStage<List<String>>> answers = new LinkedHashMap<>();
        campaignIds.stream()
                .collect(groupingBy(id -> Shards.of(id)))
                .values()
                .forEach(shard -> shard.stream()
                        .gather(Gatherers.windowFixed(MAX_GROUP))
                        .forEach(some -> answers.put(some, STATE.answersAsync(redis, gateKeys(some)))));
        Map<Long, Optional<StockGateState>> states = new HashMap<>();
        readAll(answers, (ids, answer) -> {
            Iterator<String> fields = answer.iterator();
            ids.forEach(id -> states.put(id, StockGateState.parse(fields)));
        });
        return states;
    }

    /** Leaves out what does not answer, unless that is all. */
    private static <K> void readAll(Map<K, CompletionStage<List<String>>> answers, BiConsumer<K, List<String>> reader) {
        int read = 0;
        RedisException silent = null;
        for (var answer : answers.entrySet()) {
            try {
                reader.accept(
                        answer.getKey(), answer.getValue().toCompletableFuture().join());
                read++;
            } catch (CompletionException fault) {
                silent = LuaScript.redisException(fault);
            }
        }
        if (silent != null && read == 0) {
            throw silent;
        }
    }

    private List<Object> gateKeys(List<Long> campaignIds) {
        return campaignIds.stream()
                .<Object>mapMulti((id, gate) -> {
                    gate.accept(keys.gate(id));
                    gate.accept(keys.holders(id));
                })
                .toList();
    }

    /**
     * What is known of the server that has a shard.
     *
     * @param allSeenWarm whether on this run of it all gates were there; then no reservation of earlier is forgotten
     */
    record Shard(String run, boolean allSeenWarm) {}

    /** Of all shards; those whose server does not answer are left out, unless that is all of them. */
    Map<Integer, Shard> shards() {
        return shards(IntStream.range(0, Shards.COUNT));
    }

    private Map<Integer, Shard> shards(IntStream numbers) {
        Map<Integer, CompletionStage<List<String>>> answers = new LinkedHashMap<>();
        numbers.forEach(shard -> answers.put(shard, SHARD.answersAsync(redis, List.of(keys.warmRun(shard)))));
        Map<Integer, Shard> shards = new HashMap<>();
        readAll(
                answers,
                (shard, answer) ->
                        shards.put(shard, new Shard(answer.get(0), answer.get(1).equals("1"))));
        return shards;
    }

    /** Notes that all gates of the shard were warm on this run; nothing if there is another server by now. */
    void noteWarm(int shard, String run) {
        WARM.answer(redis, List.of(keys.warmRun(shard)), run);
    }

    /** Notes that a gate of the shard is not warm. */
    void noteCold(int shard) {
        redis.getBucket(keys.warmRun(shard), StringCodec.INSTANCE).delete();
    }

    /**
     * Whether Redis may have forgotten this reservation: it may until, after a loss, all gates have been rebuilt. Then each
     * earlier reservation is in the database.
     */
    public boolean mayHaveForgotten(long reservationId) {
        return shards(IntStream.of(ReservationIds.shardOf(reservationId))).values().stream()
                .noneMatch(Shard::allSeenWarm);
    }

    /**
     * The users who hold units, in ascending order, read piece by piece: complete for those who hold one from the first to the last
     * moment; who becomes a holder meanwhile may be missing, and who ceases to be one may be there.
     */
    public long[] holders(long campaignId) {
        return redis.<String, String>getMap(keys.holders(campaignId), StringCodec.INSTANCE).keySet(SCAN).stream()
                .filter(user -> !user.equals(EPOCH))
                .mapToLong(StockGateKeys::userAt)
                .sorted()
                .distinct()
                .toArray();
    }

    /**
     * The users who became holders after units had come back, without the first {@code known} of them.
     *
     * @param epoch of the gate when these were counted
     * @return empty when the gate was made anew since, or Redis does not remember so many
     */
    public Optional<long[]> lateHolders(long campaignId, String epoch, long known) {
        List<String> answer =
                LATE.answers(redis, List.of(keys.gate(campaignId), keys.late(campaignId)), epoch, Long.toString(known));
        return answer.getFirst().equals("UNKNOWN")
                ? Optional.empty()
                : Optional.of(answer.stream().skip(1).mapToLong(Long::parseLong).toArray());
    }

    /** For whom the reservation was made; empty when Redis remembers no such reservation. */
    public Optional<Holder> holderOf(long reservationId) {
        String remembered = redis.<String>getBucket(keys.reservation(reservationId), StringCodec.INSTANCE)
                .get();
        if (remembered == null) {
            return Optional.empty();
        }
        String[] parts = remembered.split(":", 3);
        return Optional.of(new Holder(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
    }

    /** Who a reservation was made for. */
    public record Holder(long campaignId, long userId) {}

    /** Closes the gate; from now on nobody is admitted. The lease names whoever will rebuild it. */
    void close(long campaignId, String lease) {
        CLOSE.answer(redis, List.of(keys.gate(campaignId)), lease);
    }

    /** Forgets all holders of a closed gate. Whether the lease was still ours; otherwise nothing was changed. */
    boolean empty(long campaignId, String lease) {
        return EMPTY.answer(redis, List.of(keys.gate(campaignId), keys.holders(campaignId)), lease)
                .equals("EMPTIED");
    }

    /** Adds holders to a closed gate. Whether the lease was still ours; otherwise nothing was changed. */
    boolean load(long campaignId, String lease, List<Held> held) {
        List<Object> arguments = new ArrayList<>(1 + 2 * held.size());
        arguments.add(lease);
        for (Held unit : held) {
            arguments.add(StockGateKeys.place(unit.userId(), unit.place()));
            arguments.add(Long.toString(unit.reservationId()));
        }
        return LOAD.answer(redis, List.of(keys.gate(campaignId), keys.holders(campaignId)), arguments.toArray())
                .equals("LOADED");
    }

    /** Whether the lease was still ours; otherwise nothing was changed. */
    boolean reopen(Campaign campaign, String lease, long remaining) {
        return REOPEN.answer(
                        redis,
                        List.of(keys.gate(campaign.id()), keys.holders(campaign.id())),
                        lease,
                        Long.toString(remaining),
                        Long.toString(campaign.totalStock()),
                        Long.toString(campaign.revision()),
                        Long.toString(campaign.opensAt().toEpochMilli()),
                        Long.toString(campaign.closesAt().toEpochMilli()),
                        campaign.terms(),
                        Integer.toString(campaign.perUser()),
                        expiry(campaign))
                .equals("REOPENED");
    }

    Outbox outbox() {
        return new Outbox(redis, keys);
    }

    /** Whether replicas have what was written to these gates. */
    ReplicaAcknowledgement replicas(Replication replication) {
        return new ReplicaAcknowledgement(redis, keys, replication);
    }
}
