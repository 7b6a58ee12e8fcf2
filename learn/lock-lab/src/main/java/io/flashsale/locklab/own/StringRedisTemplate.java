package io.flashsale.locklab.own;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The few methods of Spring's class of this name that articles on locks use. Their code runs in the lab with another
 * import. Each method sends one command.
 */
public record StringRedisTemplate(Redis redis) {

    /** Commands on plain values. */
    public ValueOperations opsForValue() {
        return new ValueOperations(redis);
    }

    /** Whether the key existed. */
    public boolean delete(String key) {
        return redis.call("DEL", key).number() > 0;
    }

    /** Whether the key exists, and so expires after this time. */
    public boolean expire(String key, Duration after) {
        return redis.call("PEXPIRE", key, after.toMillis()).number() > 0;
    }

    /** Commands on plain values. */
    public record ValueOperations(Redis redis) {

        public @Nullable String get(String key) {
            RedisReply value = redis.call("GET", key);
            return value.isNothing() ? null : value.text();
        }

        /** Whether the key did not exist, and has this value now. */
        public boolean setIfAbsent(String key, String value) {
            return redis.call("SETNX", key, value).number() == 1;
        }

        /** As before; the key expires after this time. */
        public boolean setIfAbsent(String key, String value, Duration after) {
            return redis.call("SET", key, value, "NX", "PX", after.toMillis()).isOk();
        }
    }
}
