package io.flashsale.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;

/**
 * The admitted who are not known to be in the queue yet, a Redis stream a shard. {@code reserve.lua} appends in the same
 * step that admits; an entry goes when the queue has acknowledged its reservation, and not before.
 */
final class Outbox {

    private static final LuaScript OVERDUE = LuaScript.named("overdue");
    private static final int FIELDS = 7;

    private final RedissonClient redis;
    private final StockGateKeys keys;

    Outbox(RedissonClient redis, StockGateKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** The oldest entries of a shard that have been there for at least {@code age}, by the clock of Redis. */
    List<Reservation> overdue(Duration age, int shard, int max) {
        List<String> flat = OVERDUE.answers(
                redis, List.of(keys.outbox(shard)), Long.toString(age.toMillis()), Integer.toString(max));
        List<Reservation> reservations = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            reservations.add(reservation(flat.subList(i, i + FIELDS)));
        }
        return reservations;
    }

    private static Reservation reservation(List<String> entry) {
        return new Reservation(
                Long.parseLong(entry.get(1)),
                Long.parseLong(entry.get(2)),
                Long.parseLong(entry.get(3)),
                entry.get(0),
                entry.get(5),
                Instant.ofEpochMilli(Long.parseLong(entry.get(4))),
                entry.get(6));
    }

    /** Forgets entries of one shard that the queue has. */
    void forget(int shard, List<Reservation> reservations) {
        stream(shard).remove(entries(reservations));
    }

    /** The same; does not wait. */
    CompletionStage<Long> forgetAsync(int shard, List<Reservation> reservations) {
        return stream(shard).removeAsync(entries(reservations));
    }

    /** Entries in all shards. */
    long length() {
        return IntStream.range(0, Shards.COUNT).mapToLong(this::length).sum();
    }

    long length(int shard) {
        return stream(shard).size();
    }

    private RStream<String, String> stream(int shard) {
        return redis.getStream(keys.outbox(shard), StringCodec.INSTANCE);
    }

    private static StreamMessageId[] entries(List<Reservation> reservations) {
        return reservations.stream().map(Outbox::id).toArray(StreamMessageId[]::new);
    }

    private static StreamMessageId id(Reservation reservation) {
        String[] parts = reservation.outboxEntry().split("-", 2);
        return new StreamMessageId(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
