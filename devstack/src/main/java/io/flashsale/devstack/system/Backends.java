package io.flashsale.devstack.system;

import io.flashsale.devstack.server.RedisDatabase;
import io.flashsale.devstack.server.SqlDatabase;

/** What the services of one system keep their data in. */
public record Backends(
        SqlDatabase stock,
        SqlDatabase order,
        SqlDatabase coupon,
        SqlDatabase lab,
        RedisDatabase redis,
        String kafkaBootstrapServers) {

    /** A database {@code flashsale_…} for each service that has one, and Redis database 0 of a stack. */
    public static Backends of(DevStack stack) {
        return new Backends(
                stack.database().schema("flashsale_stock"),
                stack.database().schema("flashsale_order"),
                stack.database().schema("flashsale_coupon"),
                stack.database().schema("flashsale_lab"),
                new RedisDatabase(stack.redis().host(), stack.redis().port(), 0),
                stack.kafka().bootstrapServers());
    }
}
