package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisLockObserver;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import io.flashsale.locklab.trace.TraceStep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The lock server of the A cases: one Redis that keeps nothing on disk. Every run has it. */
public final class LockServer implements Backend {

    public static final Kind<LockServer> KIND = new Kind<>(LockServer.class, LockServer::new);

    /** Its lane in diagrams. */
    public static final String LANE = "lock-server";

    /** The settings of a Redis that needs only its memory. */
    static final Map<String, String> IN_MEMORY = Map.of("appendonly", "no");

    private static final Duration EXPIRY_TIMEOUT = Duration.ofSeconds(1);

    private final RedisServer server;
    private final Redis redis;
    private final Redis counter;
    private final RedisLockObserver observer;
    private volatile Marks marks = Marks.NONE;
    private long commandsOfTheDead;

    private LockServer(ProcessDirectory home) {
        server = RedisServer.further("lock-server", home, IN_MEMORY);
        server.start();
        redis = new Redis(server.host() + ":" + server.port());
        counter = new Redis(redis.address());
        observer = new RedisLockObserver(LANE, redis.address(), server::isRunning);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("redis", redis.address());
    }

    /** A client for looking at locks and for disturbing them. */
    public Redis redis() {
        return redis;
    }

    /** The server process, to stop, pause and kill. */
    public RedisServer server() {
        return server;
    }

    @Override
    public void reset() {
        server.start();
        redis.call("FLUSHALL");
    }

    /** As the server counts them ({@code INFO commandstats}), a script and each of its commands; without our looks. */
    @Override
    public long commands() {
        return commandsOfTheDead + CommandCount.of(counter) - redis.sent() - observer.commands();
    }

    @Override
    public List<LockObserver> observers() {
        return List.of(observer);
    }

    @Override
    public void recordOn(Marks newMarks) {
        marks = newMarks;
    }

    /** Kills the server (SIGKILL) and restarts it at the same address. Its data is lost. */
    public void killAndStart() {
        commandsOfTheDead += CommandCount.of(counter);
        marks.mark(TraceStep.Kind.KILLED, LANE, "");
        server.kill();
        redis.disconnect();
        counter.disconnect();
        observer.disconnect();
        server.start();
        marks.mark(TraceStep.Kind.STARTED, LANE, "");
    }

    /** Expires a lock's key at once. */
    public void endLease(String lock) {
        marks.mark(TraceStep.Kind.LEASE_ENDED, LANE, "PEXPIRE " + lock + " 1");
        redis.call("PEXPIRE", lock, 1);
    }

    /** Sets the time left of a lock's key, if it exists, regardless of its clients. */
    public void setLease(String lock, Duration left) {
        marks.mark(TraceStep.Kind.COMMAND, LANE, "PEXPIRE " + lock + " " + left.toMillis());
        redis.call("PEXPIRE", lock, left.toMillis());
    }

    private List<String> leases() {
        return keys().filter(key -> redis.call("PTTL", key).number() >= 0).toList();
    }

    /** Whether any key has an expiry. */
    @Override
    public boolean hasLeases() {
        return !leases().isEmpty();
    }

    /** Expires all keys with an expiry at once. */
    @Override
    public void endLeases() {
        leases().forEach(this::endLease);
        long deadline = System.nanoTime() + EXPIRY_TIMEOUT.toNanos();
        while (hasLeases() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    @Override
    public List<String> contents() {
        return keys().map(key ->
                        key + " = " + value(key) + (redis.call("PTTL", key).number() >= 0 ? " (expires)" : ""))
                .toList();
    }

    private Stream<String> keys() {
        return redis.call("KEYS", "*").list().stream().map(RedisReply::text).sorted();
    }

    private String value(String key) {
        String type = redis.call("TYPE", key).text();
        return switch (type) {
            case "string" -> redis.call("GET", key).toString();
            case "hash" -> redis.call("HGETALL", key).toString();
            case "list" -> redis.call("LRANGE", key, 0, -1).toString();
            case "set" -> redis.call("SMEMBERS", key).toString();
            case "zset" -> redis.call("ZRANGE", key, 0, -1, "WITHSCORES").toString();
            default -> type;
        };
    }

    /** Whether any client holds the lock. */
    public boolean isHeld(String lock) {
        return redis.call("EXISTS", lock).number() == 1;
    }

    /** Whether any client holds the lock with an expiry. */
    public boolean isLeased(String lock) {
        return redis.call("PTTL", lock).number() >= 0;
    }

    @Override
    public void close() {
        redis.close();
        observer.close();
        counter.close();
        server.stop();
    }
}
