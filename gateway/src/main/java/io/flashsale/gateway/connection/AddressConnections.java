package io.flashsale.gateway.connection;

import io.flashsale.commons.quota.ClientQuota;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Counts the open connections of each client and each network, and refuses more than their share. Knows which of them
 * have no request, so that these can be closed when places are scarce. Forgets closed connections.
 *
 * @param <C> a connection, compared by identity or equality
 */
final class AddressConnections<C> {

    private final ClientQuota quota;
    private final Predicate<String> trusted;
    private final Map<C, ClientQuota.Share> open = new ConcurrentHashMap<>();
    private final Set<C> idle = new LinkedHashSet<>(); // guarded by itself
    private final LongAdder refused = new LongAdder();

    /** @param trusted addresses without a limit */
    AddressConnections(ClientQuota quota, Predicate<String> trusted) {
        this.quota = quota;
        this.trusted = trusted;
    }

    /** Whether the connection may stay. If so, it counts until it is {@link #closed}, and is idle until it is {@link #busy}. */
    boolean opened(C connection, String address) {
        if (trusted.test(address)) {
            return true;
        }
        ClientQuota.Share client = quota.of(address);
        if (!client.take(1)) {
            refused.increment();
            return false;
        }
        open.put(connection, client);
        idle(connection);
        return true;
    }

    /** Does nothing if the connection is already closed or was never counted. */
    void closed(C connection) {
        busy(connection);
        ClientQuota.Share client = open.remove(connection);
        if (client != null) {
            client.giveBack(1);
        }
    }

    /** Notes that a connection that counts waits for its next request. */
    void idle(C connection) {
        synchronized (idle) {
            if (open.containsKey(connection)) {
                idle.add(connection);
            }
        }
    }

    /** Notes that the connection is not idle any more. Returns whether it was. */
    boolean busy(C connection) {
        synchronized (idle) {
            return idle.remove(connection);
        }
    }

    /** The connection that has been idle for longest, if only places are left that are reserved for clients with few. */
    Optional<C> idleWhileScarce() {
        if (!quota.isScarce()) {
            return Optional.empty();
        }
        synchronized (idle) {
            return idle.stream().findFirst();
        }
    }

    long refused() {
        return refused.sum();
    }
}
