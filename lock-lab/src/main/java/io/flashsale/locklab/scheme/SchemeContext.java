package io.flashsale.locklab.scheme;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.resource.ProtectedResource;
import java.time.Duration;
import java.util.Map;

/**
 * What a scheme is made with in a worker: the addresses of the servers and the settings of the scenario.
 *
 * <p>Settings that each scenario has: {@code redis} and {@code resource} (host:port), {@code lease} and
 * {@code timeout} (milliseconds), {@code fenced} (whether the resource checks tokens). A server kind adds the addresses
 * of its servers.
 */
public final class SchemeContext implements AutoCloseable {

    private final Map<String, String> settings;
    private final Redis redis;
    private final Redis store;
    private final ProtectedResource resource;

    public SchemeContext(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
        this.redis = new Redis(setting("redis"));
        this.store = new Redis(setting("resource"));
        this.resource = new ProtectedResource(store, isSet("fenced"));
    }

    /** The lock server. */
    public Redis redis() {
        return redis;
    }

    /** What is protected. */
    public ProtectedResource resource() {
        return resource;
    }

    /** How long a lock is given for. */
    public Duration lease() {
        return Duration.ofMillis(number("lease"));
    }

    /** How long a buyer waits for a lock. */
    public Duration timeout() {
        return Duration.ofMillis(number("timeout"));
    }

    /** All of them. */
    public Map<String, String> settings() {
        return settings;
    }

    /** @throws IllegalArgumentException if the scenario has none of this name */
    public String setting(String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no setting " + name);
        }
        return value;
    }

    public String setting(String name, String otherwise) {
        return settings.getOrDefault(name, otherwise);
    }

    /** Whether it is {@code true}; it may be missing. */
    public boolean isSet(String name) {
        return Boolean.parseBoolean(settings.get(name));
    }

    public int number(String name) {
        return Integer.parseInt(setting(name));
    }

    @Override
    public void close() {
        redis.close();
        store.close();
    }
}
