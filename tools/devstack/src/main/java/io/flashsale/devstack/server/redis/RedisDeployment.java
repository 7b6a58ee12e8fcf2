package io.flashsale.devstack.server.redis;

import java.util.Map;

/** How clients reach Redis: one server, a master with Sentinels, or a Cluster. */
public sealed interface RedisDeployment permits RedisDatabase, RedisSentinels, RedisCluster {

    /** The variables {@code SPRING_DATA_REDIS_…} for a Spring Boot service. */
    Map<String, String> environment();
}
