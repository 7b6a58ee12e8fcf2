package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.Reply;
import io.flashsale.locklab.scheme.SchemeContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds the master as clients of Sentinel do: asks a registry once, and keeps to the answer as long as that server
 * answers. The registry is a key on the lock server.
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

    /** Tells whoever asks from now on. */
    static void announce(Redis registry, String address) {
        registry.call("SET", KEY, address);
    }

    /** The master that we know, or the one of the registry if we know none. */
    public synchronized Redis get() {
        Redis master = known;
        if (master == null) {
            Reply announced = registry.call("GET", KEY);
            master = new Redis(announced.isNothing() ? first : announced.text());
            known = master;
        }
        return master;
    }

    /** The master that we know does not answer: the registry is asked anew next time. */
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
