package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessDirectory;
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

/**
 * A set of real servers as child processes, with everything they write under one directory.
 *
 * <p>Ports, the database password and data are kept in the directory: a stack that is started there again has the same
 * ones. The servers end when this is closed, and also when the owner (this JVM, unless said otherwise) ends in any way.
 */
public final class DevStack implements AutoCloseable {

    static final int CLUSTER_MASTERS = 3;
    static final int CLUSTER_NODES = 3 * CLUSTER_MASTERS;

    private final ProcessDirectory directory;
    private final List<ManagedProcess> servers;
    private final boolean shared;

    DevStack(ProcessDirectory directory, List<ManagedProcess> servers, boolean shared) {
        this.directory = directory;
        this.servers = List.copyOf(servers);
        this.shared = shared;
    }

    /** A stack of one's own in this directory, which is created if need be. */
    public static DevStackBuilder in(Path directory) {
        return new DevStackBuilder(directory);
    }

    /**
     * MariaDB, Redis and Kafka for the integration tests: started once per Maven build by whoever asks first, ended with
     * the build. Closing it does nothing. Keep apart by {@link SqlServer#freshSchema}, {@link RedisServer#freshDatabase}
     * and names of topics and groups of one's own; whoever stops, pauses or wipes a server takes a stack of its own.
     */
    public static DevStack shared() {
        return SharedStack.get();
    }

    /** @throws IllegalStateException if the stack was made without a database */
    public SqlServer database() {
        return server(SqlServer.class);
    }

    /**
     * The server, or the first of several, which was the master at the first start.
     *
     * @throws IllegalStateException if the stack was made without Redis
     */
    public RedisServer redis() {
        return server(RedisServer.class);
    }

    /**
     * The server that takes writes of this key now, in whatever the Redis of this stack consists of.
     *
     * @throws IllegalStateException if there is none, as in the middle of a fail-over
     */
    public RedisServer redisServing(String key) {
        return all(RedisServer.class).stream()
                .filter(server -> server.isRunning() && server.serves(key))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No Redis serves " + key + " now"));
    }

    /**
     * A replica of the server that takes writes of this key now.
     *
     * @throws IllegalStateException if there is none, as in the middle of a fail-over, or where Redis is one server
     */
    public RedisServer redisCopying(String key) {
        RedisServer master = redisServing(key);
        return all(RedisServer.class).stream()
                .filter(server -> server.isRunning() && server.copies(master))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No Redis is a replica of " + master.name() + " now"));
    }

    /** How the services reach the Redis of this stack, whatever it consists of. */
    public RedisDeployment redisDeployment() {
        List<RedisSentinel> sentinels = all(RedisSentinel.class);
        if (!sentinels.isEmpty()) {
            return new RedisSentinels(sentinels);
        }
        return redisCluster()
                .<RedisDeployment>map(cluster -> cluster)
                .orElseGet(() -> new RedisDatabase(redis().host(), redis().port(), 0));
    }

    Optional<RedisCluster> redisCluster() {
        List<RedisServer> nodes = all(RedisServer.class);
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

    /** Where further processes that are to end with this stack, such as the services, belong. */
    public ProcessDirectory directory() {
        return directory;
    }

    /** Stops the servers one after the other, the last one of the builder first. */
    @Override
    public void close() {
        if (!shared) {
            servers.reversed().forEach(ManagedProcess::stop);
            directory.release();
        }
    }

    private <S extends ManagedProcess> List<S> all(Class<S> type) {
        return servers.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private <S extends ManagedProcess> S server(Class<S> type) {
        return all(type).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("This stack has no " + type.getSimpleName()));
    }
}
