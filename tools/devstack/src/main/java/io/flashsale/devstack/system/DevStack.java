package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.devstack.server.ZooKeeperServer;
import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisDeployment;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisSentinels;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.SqlServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * A set of real servers as child processes, with all their files in one directory.
 *
 * <p>The directory keeps ports, the database password and data, so a stack that is started there again has the
 * same ones. The servers end when this is closed, and also when the owner (this JVM by default) ends in any
 * way.
 */
public final class DevStack implements AutoCloseable {

    static final int CLUSTER_MASTERS = 3;
    static final int CLUSTER_NODES = 3 * CLUSTER_MASTERS;

    private final ProcessDirectory directory;
    private final List<ManagedProcess> servers;
    private final boolean shared;
    private volatile Future<?> following = CompletableFuture.completedFuture(null);

    DevStack(ProcessDirectory directory, List<ManagedProcess> servers, boolean shared) {
        this.directory = directory;
        this.servers = List.copyOf(servers);
        this.shared = shared;
    }

    /** A stack in this directory, which is created if missing. */
    public static DevStackBuilder in(Path directory) {
        return new DevStackBuilder(directory);
    }

    /**
     * MariaDB, Redis and Kafka, shared by the integration tests of a Maven build.
     *
     * <p>The first caller starts them, and they end with the build; closing the stack has no effect. Tests stay
     * apart by {@link SqlServer#freshSchema}, {@link RedisServer#freshDatabase} and their own names of topics
     * and groups. A test that stops, pauses or wipes a server needs its own stack.
     */
    public static DevStack shared() {
        return SharedStack.get();
    }

    /** @throws IllegalStateException if the stack was made without a database */
    public SqlServer database() {
        return server(SqlServer.class);
    }

    /**
     * The Redis server; of several, the first one, which was the master at the first start.
     *
     * @throws IllegalStateException if the stack was made without Redis
     */
    public RedisServer redis() {
        return server(RedisServer.class);
    }

    /**
     * The server that takes writes of this key now, in any kind of Redis.
     *
     * @throws IllegalStateException if there is none, as during a fail-over
     */
    public RedisServer redisServing(String key) {
        return servers(RedisServer.class).stream()
                .filter(server -> server.isRunning() && server.serves(key))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No Redis serves " + key + " now"));
    }

    /**
     * A replica of the server that takes writes of this key now.
     *
     * @throws IllegalStateException if there is none, as during a fail-over or with a single server
     */
    public RedisServer redisCopying(String key) {
        RedisServer master = redisServing(key);
        return servers(RedisServer.class).stream()
                .filter(server -> server.isRunning() && server.copies(master))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No Redis is a replica of " + master.name() + " now"));
    }

    /** How the services reach the Redis of this stack. */
    public RedisDeployment redisDeployment() {
        List<RedisSentinel> sentinels = servers(RedisSentinel.class);
        if (!sentinels.isEmpty()) {
            return new RedisSentinels(sentinels);
        }
        return redisCluster()
                .<RedisDeployment>map(cluster -> cluster)
                .orElseGet(() -> new RedisDatabase(redis().host(), redis().port(), 0));
    }

    Optional<RedisCluster> redisCluster() {
        List<RedisServer> nodes = servers(RedisServer.class);
        return nodes.size() == CLUSTER_NODES
                ? Optional.of(new RedisCluster(
                        nodes.subList(0, CLUSTER_MASTERS), nodes.subList(CLUSTER_MASTERS, nodes.size())))
                : Optional.empty();
    }

    /** @throws IllegalStateException if the stack was made without Kafka */
    public KafkaServer kafka() {
        return server(KafkaServer.class);
    }

    /** @throws IllegalStateException if the stack was made without ZooKeeper */
    public ZooKeeperServer zooKeeper() {
        return server(ZooKeeperServer.class);
    }

    /** All servers of the stack. */
    public List<ManagedProcess> servers() {
        return servers;
    }

    void following(Future<?> starting) {
        following = starting;
    }

    /**
     * Returns once all servers serve; see {@link DevStackBuilder#othersFollow}.
     *
     * @throws ServerFailedException if a server does not come up
     */
    public void awaitServers() {
        try {
            following.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    /** The directory for further processes that end with this stack, such as the services. */
    public ProcessDirectory directory() {
        return directory;
    }

    /** Stops the servers one after the other, in the reverse order of the builder. */
    @Override
    public void close() {
        if (!shared) {
            servers.reversed().forEach(ManagedProcess::stop);
            if (!following.isDone()) {
                following.cancel(true);
            }
            directory.release();
        }
    }

    /** All servers of this type. */
    public <S extends ManagedProcess> List<S> servers(Class<S> type) {
        return servers.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private <S extends ManagedProcess> S server(Class<S> type) {
        return servers(type).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("This stack has no " + type.getSimpleName()));
    }
}
