package io.flashsale.devstack.server.redis;

import java.util.Map;

/** How clients reach Redis: one server, a master that Sentinels watch, or a Cluster. */
public sealed interface RedisDeployment permits RedisDatabase, RedisSentinels, RedisCluster {

    /** What a Spring Boot service is told of it: variables {@code SPRING_DATA_REDIS_…}. */
    Map<String, String> environment();
}
