package io.flashsale.admission.outbox;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.UserReservation;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds admitted groups until the queue has them, in one Redis stream per shard. {@code reserve.lua} appends a group
 * in the same step that admits it; its entry goes once the queue has acknowledged it, and not before.
 */
public final class ReservationOutbox {

    private static final Logger log = LoggerFactory.getLogger(ReservationOutbox.class);
    private static final LuaScript OVERDUE = LuaScript.named("overdue");
    private static final LuaScript SET_ASIDE = LuaScript.named("setaside");
    private static final LuaScript FORGET = LuaScript.named("forget");

    /** An id before the first entry. */
    public static final String BEGINNING = "0-0";

    /** Orders entries of one shard by their ids. */
    static final Comparator<String> IN_SEQUENCE = Comparator.<String>comparingLong(
                    entry -> id(entry).getId0())
            .thenComparingLong(entry -> id(entry).getId1());

    private static final String CAMPAIGN = "campaign";

    /** How many strings {@code overdue.lua} and {@code reserve.lua} answer for an entry. */
    private static final int FIELDS = 5;

    private final RedissonClient redis;
    private final StockGateKeys keys;

    public ReservationOutbox(RedissonClient redis, StockGateKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * The oldest entries of a shard after the given one. Only those at least {@code age} old by the clock of Redis.
     * Sets a malformed entry aside, so that it does not block the others.
     */
    public List<ReservationGroup> overdue(Duration age, int shard, String after, int max) {
        List<String> flat = OVERDUE.answers(
                redis, List.of(keys.outbox(shard)), Long.toString(age.toMillis()), after, Integer.toString(max));
        List<ReservationGroup> groups = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            try {
                groups.add(group(flat, i));
            } catch (NumberFormatException | IndexOutOfBoundsException malformed) {
                setAside(shard, flat.get(i), malformed);
            }
        }
        return groups;
    }

    private void setAside(int shard, String entry, RuntimeException malformed) {
        String deadLetters = keys.deadLetters(shard);
        String done = SET_ASIDE.answer(redis, List.of(keys.outbox(shard), deadLetters), entry, malformed.toString());
        log.error("entry {} of outbox {} can never be sent: {}, see {}", entry, shard, done, deadLetters, malformed);
    }

    /** The last entry of a shard now; {@link #BEGINNING} if there is none. */
    String end(int shard) {
        return stream(shard).rangeReversed(1, StreamMessageId.MAX, StreamMessageId.MIN).keySet().stream()
                .map(StreamMessageId::toString)
                .findFirst()
                .orElse(BEGINNING);
    }

    boolean holds(int shard, String entry) {
        return !stream(shard).range(1, id(entry), id(entry)).isEmpty();
    }

    record Entry(String id, String campaign) {}

    /** At most {@code max} entries of a shard, after one and up to another. Their order depends on no clock. */
    List<Entry> entries(int shard, String after, String last, int max) {
        StreamMessageId begin = id(after);
        return stream(shard)
                .range(max, new StreamMessageId(begin.getId0(), begin.getId1() + 1), id(last))
                .entrySet()
                .stream()
                .map(entry ->
                        new Entry(entry.getKey().toString(), entry.getValue().getOrDefault(CAMPAIGN, "")))
                .toList();
    }

    /** Reads groups as scripts answer them: five strings each. */
    public static List<ReservationGroup> groups(List<String> flat) {
        List<ReservationGroup> groups = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            groups.add(group(flat, i));
        }
        return groups;
    }

    /** Reads the group whose strings begin there: entry, campaign, when, terms, members. */
    private static ReservationGroup group(List<String> flat, int begin) {
        long campaign = Long.parseLong(flat.get(begin + 1));
        Instant admittedAt = Instant.ofEpochMilli(Long.parseLong(flat.get(begin + 2)));
        List<UserReservation> reservations = Arrays.stream(flat.get(begin + 4).split(" "))
                .map(ReservationOutbox::reservation)
                .toList();
        return new ReservationGroup(flat.get(begin), campaign, flat.get(begin + 3), admittedAt, reservations);
    }

    private static UserReservation reservation(String member) {
        String[] parts = member.split(":", -1);
        long ticket = parts.length > 3 ? Long.parseLong(parts[3]) : UserReservation.NO_TICKET;
        return new UserReservation(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2], ticket);
    }

    /**
     * Forgets groups of one shard that the queue has.
     *
     * @return entries that stay, because they belong to other groups: a server that took over has given the same ids
     *     again
     */
    public List<String> forget(int shard, List<ReservationGroup> groups) {
        return FORGET.answers(redis, List.of(keys.outbox(shard)), names(groups));
    }

    /** The same without waiting. */
    CompletionStage<List<String>> forgetAsync(int shard, List<ReservationGroup> groups) {
        return FORGET.answersAsync(redis, List.of(keys.outbox(shard)), names(groups));
    }

    private static Object[] names(List<ReservationGroup> groups) {
        return groups.stream().flatMap(ReservationGroup::name).toArray();
    }

    /** The number of entries in all shards. */
    public long length() {
        return IntStream.range(0, Shards.COUNT).mapToLong(this::length).sum();
    }

    public long length(int shard) {
        return stream(shard).size();
    }

    /** When the oldest entry was made, by the clock of Redis; empty if there is none. */
    Optional<Instant> oldest() {
        return IntStream.range(0, Shards.COUNT)
                .filter(shard -> length(shard) > 0)
                .boxed()
                .flatMap(shard -> stream(shard).range(1, StreamMessageId.MIN, StreamMessageId.MAX).keySet().stream())
                .map(entry -> Instant.ofEpochMilli(entry.getId0()))
                .min(Comparator.naturalOrder());
    }

    private RStream<String, String> stream(int shard) {
        return redis.getStream(keys.outbox(shard), StringCodec.INSTANCE);
    }

    /** When the group of an entry was admitted, by the clock of Redis. */
    static Instant admittedAt(String entry) {
        return Instant.ofEpochMilli(id(entry).getId0());
    }

    private static StreamMessageId id(String entry) {
        String[] parts = entry.split("-", 2);
        return new StreamMessageId(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
