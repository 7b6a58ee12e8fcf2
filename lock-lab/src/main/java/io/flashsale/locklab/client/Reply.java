package io.flashsale.locklab.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reply of Redis: a text, a number, a list of replies, or nil. */
public final class Reply {

    private final @Nullable Object value;
    private final boolean error;

    private Reply(@Nullable Object value, boolean error) {
        this.value = value;
        this.error = error;
    }

    static Reply text(String text) {
        return new Reply(text, false);
    }

    static Reply number(long number) {
        return new Reply(number, false);
    }

    static Reply list(List<Reply> items) {
        return new Reply(List.copyOf(items), false);
    }

    static Reply nothing() {
        return new Reply(null, false);
    }

    static Reply error(String message) {
        return new Reply(message, true);
    }

    Reply orThrow() {
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
    public List<Reply> list() {
        if (value instanceof List<?> items) {
            return items.stream().map(Reply.class::cast).toList();
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
