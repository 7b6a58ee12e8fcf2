package io.flashsale.devstack.server.redis;

import java.util.Map;

/** A numbered database of a Redis server. */
public record RedisDatabase(String host, int port, int index) implements RedisDeployment {

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "SPRING_DATA_REDIS_HOST", host,
                "SPRING_DATA_REDIS_PORT", Integer.toString(port),
                "SPRING_DATA_REDIS_DATABASE", Integer.toString(index));
    }

    /** The URL in the format of Redisson, Lettuce and redis-cli. */
    public String url() {
        return "redis://" + host + ":" + port + "/" + index;
    }
}
