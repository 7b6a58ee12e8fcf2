package io.flashsale.devstack.server.redis;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;

/** A master and its replicas; any of these Sentinels names the current master. */
public record RedisSentinels(List<RedisSentinel> sentinels) implements RedisDeployment {

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "SPRING_DATA_REDIS_SENTINEL_MASTER",
                RedisSentinel.MASTER,
                "SPRING_DATA_REDIS_SENTINEL_NODES",
                sentinels.stream()
                        .map(sentinel -> sentinel.host() + ":" + sentinel.port())
                        .collect(joining(",")));
    }
}
