package io.flashsale.chaos.system;

import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisDeployment;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisSentinels;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The tester's own connection to Redis, which bypasses all lines. */
final class DirectRedis {

    private DirectRedis() {}

    /** The caller shuts the client down. */
    static RedissonClient connect(RedisDeployment deployment) {
        Config config = new Config();
        switch (deployment) {
            case RedisDatabase one -> config.useSingleServer().setAddress("redis://" + one.host() + ":" + one.port());
            case RedisSentinels watched ->
                config.useSentinelServers()
                        .setMasterName(RedisSentinel.MASTER)
                        .addSentinelAddress(addresses(watched.sentinels(), RedisSentinel::port));
            case RedisCluster cluster ->
                config.useClusterServers()
                        .setScanInterval(1_000)
                        .addNodeAddress(addresses(
                                Stream.concat(cluster.masters().stream(), cluster.replicas().stream())
                                        .toList(),
                                RedisServer::port));
        }
        new RedisConnections(1, 4, Recovery.ONE_RETRY).configure(config);
        return Redisson.create(config);
    }

    private static <S> String[] addresses(List<S> servers, ToIntFunction<S> port) {
        return servers.stream()
                .map(server -> "redis://127.0.0.1:" + port.applyAsInt(server))
                .toArray(String[]::new);
    }
}
