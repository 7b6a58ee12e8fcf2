package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.scheme.SchemeContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds the master as Sentinel clients do: it asks a registry once and keeps the answer while that server responds.
 * The registry is a key on the lock server.
 */
public final class CurrentMaster implements AutoCloseable {

    private static final String KEY = "current-master";

    private final Redis registry;
    private final String first;
    private @Nullable Redis known;

    public CurrentMaster(SchemeContext context) {
        registry = context.redis();
        first = context.setting("first-master");
    }

    /** Registers the master for later look-ups. */
    static void announce(Redis registry, String address) {
        registry.call("SET", KEY, address);
    }

    /** Returns the known master, or else the one of the registry. */
    public synchronized Redis get() {
        Redis master = known;
        if (master == null) {
            RedisReply announced = registry.call("GET", KEY);
            master = new Redis(announced.isNothing() ? first : announced.text());
            known = master;
        }
        return master;
    }

    /** Drops the known master, which does not respond. The next call asks the registry again. */
    public synchronized void forget() {
        close();
        known = null;
    }

    @Override
    public synchronized void close() {
        Redis master = known;
        if (master != null) {
            master.close();
        }
    }
}
