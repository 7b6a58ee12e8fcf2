package io.flashsale.simulation.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keys with their values, and when they expire. */
final class Keyspace {

    static final long NEVER = Long.MAX_VALUE;

    private final LongSupplier millis;
    private final Map<String, Key> keys = new HashMap<>();

    Keyspace(LongSupplier millis) {
        this.millis = millis;
    }

    private static final class Key {

        final RedisValue value;
        long expiresAt = NEVER;

        Key(RedisValue value) {
            this.value = value;
        }
    }

    long now() {
        return millis.getAsLong();
    }

    private @Nullable Key live(String name) {
        Key key = keys.get(name);
        if (key != null && now() > key.expiresAt) {
            keys.remove(name);
            return null;
        }
        return key;
    }

    boolean has(String name) {
        return live(name) != null;
    }

    /** The value; null if there is no such key. Fails if it is of another type. */
    <V extends RedisValue> @Nullable V find(String name, Class<V> type) {
        Key key = live(name);
        if (key == null) {
            return null;
        }
        if (!type.isInstance(key.value)) {
            throw new ErrorReplyException("WRONGTYPE Operation against a key holding the wrong kind of value");
        }
        return type.cast(key.value);
    }

    /** The value; a new key with the empty value if there is none. */
    <V extends RedisValue> V findOrMake(String name, Class<V> type, Supplier<V> empty) {
        V found = find(name, type);
        if (found != null) {
            return found;
        }
        V made = empty.get();
        keys.put(name, new Key(made));
        return made;
    }

    /** Replaces the value; the key then never expires. */
    void put(String name, RedisValue value) {
        keys.put(name, new Key(value));
    }

    boolean remove(String name) {
        boolean was = has(name);
        keys.remove(name);
        return was;
    }

    void removeIfEmpty(String name) {
        Key key = keys.get(name);
        if (key != null && key.value.isEmpty()) {
            keys.remove(name);
        }
    }

    /** When the key expires, in epoch milliseconds; {@link #NEVER}, or null if there is no such key. */
    @Nullable
    Long expiry(String name) {
        Key key = live(name);
        return key == null ? null : (Long) key.expiresAt;
    }

    /** Returns whether there is such a key. A time that has come removes it at once. */
    boolean expireAt(String name, long at) {
        Key key = live(name);
        if (key == null) {
            return false;
        }
        key.expiresAt = at;
        if (at <= now()) {
            keys.remove(name);
        }
        return true;
    }

    void clear() {
        keys.clear();
    }

    /** All living keys, by their names. */
    Map<String, RedisValue> values() {
        Map<String, RedisValue> values = new TreeMap<>();
        keys.keySet().stream().toList().forEach(name -> {
            Key key = live(name);
            if (key != null) {
                values.put(name, key.value);
            }
        });
        return values;
    }

    /** Replaces all keys by copies of the other's. */
    void copyFrom(Keyspace other) {
        keys.clear();
        other.keys.forEach((name, key) -> {
            Key copy = new Key(key.value.copy());
            copy.expiresAt = key.expiresAt;
            keys.put(name, copy);
        });
    }
}
