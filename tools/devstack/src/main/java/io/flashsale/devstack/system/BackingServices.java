package io.flashsale.devstack.system;

import io.flashsale.devstack.server.redis.RedisDeployment;
import io.flashsale.devstack.server.sql.SqlDatabase;

/** The databases, Redis and Kafka of the services of one system. */
public record BackingServices(
        SqlDatabase stock,
        SqlDatabase order,
        SqlDatabase coupon,
        SqlDatabase lab,
        RedisDeployment redis,
        String kafkaBootstrapServers) {

    /** A database {@code flashsale_…} for each service that needs one, and the Redis of a stack. */
    public static BackingServices of(DevStack stack) {
        return new BackingServices(
                stack.database().schema("flashsale_stock"),
                stack.database().schema("flashsale_order"),
                stack.database().schema("flashsale_coupon"),
                stack.database().schema("flashsale_lab"),
                stack.redisDeployment(),
                stack.kafka().bootstrapServers());
    }
}
