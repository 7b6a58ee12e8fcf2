package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.client.Redis;
import java.util.Map;

/** One Redis server that keeps nothing on disk: the lock server of the cases A. Each run has it. */
public final class LockServer implements Backend {

    public static final Kind<LockServer> KIND = new Kind<>(LockServer.class, LockServer::new);

    /** What a Redis of the lab needs no more than its memory for. */
    static final Map<String, String> IN_MEMORY = Map.of("appendonly", "no");

    private final RedisServer server;
    private final Redis redis;
    private final Redis counter;

    private LockServer(ProcessDirectory home) {
        server = RedisServer.further("lock-server", home, IN_MEMORY);
        server.start();
        redis = new Redis(server.host() + ":" + server.port());
        counter = new Redis(redis.address());
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("redis", redis.address());
    }

    /** To look at what is held, and to disturb it. */
    public Redis redis() {
        return redis;
    }

    /** To be stopped, paused and killed. */
    public RedisServer server() {
        return server;
    }

    @Override
    public void reset() {
        server.start();
        redis.call("FLUSHALL");
    }

    /** As the server counts them ({@code INFO commandstats}): a script is one, and each command in it one more. Without our looks. */
    @Override
    public long commands() {
        return CommandCount.of(counter) - redis.sent();
    }

    @Override
    public void close() {
        redis.close();
        counter.close();
        server.stop();
    }
}
