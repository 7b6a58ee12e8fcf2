package io.flashsale.locklab.scheme;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.resource.ProtectedResource;
import java.time.Duration;
import java.util.Map;

/**
 * What a worker needs to make a scheme: the addresses of the servers and the settings of the scenario.
 *
 * <p>Settings of every scenario: {@code redis} and {@code resource} (host:port), {@code lease} and {@code timeout}
 * (milliseconds), {@code fenced} (whether the resource checks tokens). Each kind of backend adds the addresses of
 * its servers.
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

    public Redis redis() {
        return redis;
    }

    public ProtectedResource resource() {
        return resource;
    }

    /** The lease of a lock. */
    public Duration lease() {
        return Duration.ofMillis(number("lease"));
    }

    /** How long a buyer waits for a lock. */
    public Duration timeout() {
        return Duration.ofMillis(number("timeout"));
    }

    public Map<String, String> settings() {
        return settings;
    }

    /** @throws IllegalArgumentException if the scenario has no setting of this name */
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

    /** Whether the setting is {@code true}; false if it is missing. */
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
