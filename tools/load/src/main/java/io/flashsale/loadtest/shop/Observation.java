package io.flashsale.loadtest.shop;

import org.jspecify.annotations.Nullable;

/**
 * The sale's figures at one moment, {@code at} in milliseconds since 1970. They are the units left in MySQL and in
 * Redis, the orders in MySQL, and what is in flight. Null is what this system does not tell.
 */
public record Observation(
        long at,
        @Nullable Long available,
        @Nullable Long redisRemaining,
        @Nullable Long orders,
        @Nullable Long queued) {}
