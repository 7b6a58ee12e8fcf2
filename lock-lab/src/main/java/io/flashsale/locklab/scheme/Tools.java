package io.flashsale.locklab.scheme;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.warehouse.Warehouse;
import java.time.Duration;
import java.util.Map;

/**
 * What a scheme is made with in a worker: the addresses of the servers and the settings of the scenario.
 *
 * <p>Settings that each scenario has: {@code redis} and {@code warehouse} (host:port), {@code lease} and
 * {@code patience} (milliseconds), {@code fenced} (whether the warehouse checks tokens). A server kind adds the addresses
 * of its servers.
 */
public final class Tools implements AutoCloseable {

    private final Map<String, String> settings;
    private final Redis redis;
    private final Redis store;
    private final Warehouse warehouse;

    public Tools(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
        this.redis = new Redis(setting("redis"));
        this.store = new Redis(setting("warehouse"));
        this.warehouse = new Warehouse(store, Boolean.parseBoolean(setting("fenced")));
    }

    /** The lock server. */
    public Redis redis() {
        return redis;
    }

    /** What is protected. */
    public Warehouse warehouse() {
        return warehouse;
    }

    /** How long a lock is given for. */
    public Duration lease() {
        return Duration.ofMillis(number("lease"));
    }

    /** How long a buyer waits for a lock. */
    public Duration patience() {
        return Duration.ofMillis(number("patience"));
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

    public int number(String name) {
        return Integer.parseInt(setting(name));
    }

    @Override
    public void close() {
        redis.close();
        store.close();
    }
}
