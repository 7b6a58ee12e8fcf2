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
 * step that admits; an entry goes when the queue has acknowledged its ticket, and not before.
 */
final class Outbox {

    private static final LuaScript OVERDUE = LuaScript.named("overdue");
    private static final int FIELDS = 7;

    private final RedissonClient redis;
    private final GateKeys keys;

    Outbox(RedissonClient redis, GateKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** The oldest entries of a shard that have been there for at least {@code age}, by the clock of Redis. */
    List<Ticket> overdue(Duration age, int shard, int most) {
        List<String> flat = OVERDUE.answers(
                redis, List.of(keys.outbox(shard)), Long.toString(age.toMillis()), Integer.toString(most));
        List<Ticket> tickets = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            tickets.add(ticket(flat.subList(i, i + FIELDS)));
        }
        return tickets;
    }

    private static Ticket ticket(List<String> entry) {
        return new Ticket(
                Long.parseLong(entry.get(1)),
                Long.parseLong(entry.get(2)),
                Long.parseLong(entry.get(3)),
                entry.get(0),
                entry.get(5),
                Instant.ofEpochMilli(Long.parseLong(entry.get(4))),
                entry.get(6));
    }

    /** Forgets entries of one shard that the queue has. */
    void forget(int shard, List<Ticket> tickets) {
        stream(shard).remove(entries(tickets));
    }

    /** The same; does not wait. */
    CompletionStage<Long> forgetAsync(int shard, List<Ticket> tickets) {
        return stream(shard).removeAsync(entries(tickets));
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

    private static StreamMessageId[] entries(List<Ticket> tickets) {
        return tickets.stream().map(Outbox::id).toArray(StreamMessageId[]::new);
    }

    private static StreamMessageId id(Ticket ticket) {
        String[] parts = ticket.outboxEntry().split("-", 2);
        return new StreamMessageId(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
}
