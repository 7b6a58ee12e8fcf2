package io.flashsale.chaos.system;

import io.flashsale.chaos.checker.Excused;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisDeployment;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisSentinels;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** The tester's own connection to Redis, which bypasses all lines. */
final class RedisMemory implements AutoCloseable {

    private static final int SHARDS = 16;

    /**
     * Empties a node and returns what only its outboxes knew, in one step.
     *
     * <p>In a Cluster a node cannot read the keys of another one, and KEYS names none of them.
     */
    private static final String WIPE = """
            local ids = {}
            for _, outbox in ipairs(redis.call('KEYS', '*:outbox')) do
              local kind = string.match(outbox, '([^:]+):outbox$')
              for _, entry in ipairs(redis.call('XRANGE', outbox, '-', '+')) do
                for i = 1, #entry[2], 2 do
                  if entry[2][i] == 'reservations' then
                    for member in string.gmatch(entry[2][i + 1], '%S+') do
                      table.insert(ids, kind .. ' ' .. string.match(member, '^%d+'))
                    end
                  end
                end
              end
            end
            redis.call('FLUSHALL')
            return ids
            """;

    private final RedissonClient client;

    RedisMemory(RedisDeployment deployment) {
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
        this.client = Redisson.create(config);
    }

    private static <S> String[] addresses(List<S> servers, ToIntFunction<S> port) {
        return servers.stream()
                .map(server -> "redis://127.0.0.1:" + port.applyAsInt(server))
                .toArray(String[]::new);
    }

    RedissonClient client() {
        return client;
    }

    /**
     * Deletes all data, one node after the other.
     *
     * @return the reservations and claims that were in an outbox, of which no other copy is known
     */
    Excused wipe() {
        Map<String, Set<Long>> known = new HashMap<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            List<String> ids = client.getScript(StringCodec.INSTANCE)
                    .eval(
                            RScript.Mode.READ_WRITE,
                            WIPE,
                            RScript.ReturnType.LIST,
                            List.of("{s" + shard + "}:sale:outbox"));
            ids.stream()
                    .map(id -> id.split(" "))
                    .forEach(id -> known.computeIfAbsent(id[0], kind -> new HashSet<>())
                            .add(Long.parseLong(id[1])));
        }
        return new Excused(
                known.getOrDefault(CampaignKind.SALE, Set.of()), known.getOrDefault(CampaignKind.COUPON, Set.of()));
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
