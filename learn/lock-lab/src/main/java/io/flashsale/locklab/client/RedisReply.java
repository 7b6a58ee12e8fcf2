package io.flashsale.locklab.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reply of Redis: a text, a number, a list of replies, or nil. */
public final class RedisReply {

    private final @Nullable Object value;
    private final boolean error;

    private RedisReply(@Nullable Object value, boolean error) {
        this.value = value;
        this.error = error;
    }

    static RedisReply text(String text) {
        return new RedisReply(text, false);
    }

    static RedisReply number(long number) {
        return new RedisReply(number, false);
    }

    static RedisReply list(List<RedisReply> items) {
        return new RedisReply(List.copyOf(items), false);
    }

    static RedisReply nothing() {
        return new RedisReply(null, false);
    }

    static RedisReply error(String message) {
        return new RedisReply(message, true);
    }

    RedisReply orThrow() {
        if (error) {
            throw new RedisErrorException(String.valueOf(value));
        }
        return this;
    }

    /** Whether SET has set the value. */
    public boolean isOk() {
        return "OK".equals(value);
    }

    public boolean isNothing() {
        return value == null;
    }

    /** @throws IllegalStateException if the reply is no text */
    public String text() {
        return orFail().toString();
    }

    /** Returns a number, or parses a text that is one. */
    public long number() {
        return orFail() instanceof Long number ? number : Long.parseLong(text());
    }

    /** @throws IllegalStateException if the reply is no list */
    public List<RedisReply> list() {
        if (value instanceof List<?> items) {
            return items.stream().map(RedisReply.class::cast).toList();
        }
        throw new IllegalStateException("Redis answered " + this + ", no list");
    }

    private Object orFail() {
        if (value == null) {
            throw new IllegalStateException("Redis answered nothing");
        }
        return value;
    }

    /** The short form for diagrams. */
    String inShort() {
        return value == null ? "nil" : toString();
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
