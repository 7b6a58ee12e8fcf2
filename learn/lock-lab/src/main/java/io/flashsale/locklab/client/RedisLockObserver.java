package io.flashsale.locklab.client;

import io.flashsale.locklab.trace.Holder;
import io.flashsale.locklab.trace.LockObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the key of a lock on one Redis server, by one script: a string, or a hash whose fields are the owners. */
public final class RedisLockObserver implements LockObserver, AutoCloseable {

    private static final RedisScript LOOK = RedisScript.named("lock/look");
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int NO_EXPIRY = -1;

    private final String lane;
    private final Redis redis;
    private final BooleanSupplier there;
    private final AtomicLong commands = new AtomicLong();

    /** @param there whether the server is running and not paused */
    public RedisLockObserver(String lane, String address, BooleanSupplier there) {
        this.lane = lane;
        this.redis = new Redis(address, TIMEOUT);
        this.there = there;
    }

    @Override
    public String lane() {
        return lane;
    }

    @Override
    public String address() {
        return redis.address();
    }

    @Override
    public boolean isThere() {
        return there.getAsBoolean();
    }

    /** The number of commands that the server has counted because of these looks. */
    public long commands() {
        return commands.get();
    }

    @Override
    public @Nullable Holder look(String lock) {
        List<RedisReply> seen = LOOK.run(redis, List.of(lock, lock + ":tokens")).list();
        commands.addAndGet(seen.getFirst().number());
        if (seen.size() == 1) {
            return null;
        }
        long millis = seen.get(2).number();
        Long token = seen.get(3).text().isEmpty() ? null : seen.get(3).number();
        Long end = millis == NO_EXPIRY ? null : (Long) (seen.get(1).number() + millis * 1_000);
        return new Holder(owner(seen.subList(4, seen.size())), end, token);
    }

    private static String owner(List<RedisReply> value) {
        if (value.size() == 1) {
            return value.getFirst().text();
        }
        return IntStream.range(0, value.size() / 2) // alternating fields and values
                .mapToObj(at -> value.get(2 * at).text())
                .filter(field -> !field.equals("mode"))
                .collect(Collectors.joining(", "));
    }

    /** Drops the connections after the server has restarted. */
    public void disconnect() {
        redis.disconnect();
    }

    @Override
    public void close() {
        redis.close();
    }
}
