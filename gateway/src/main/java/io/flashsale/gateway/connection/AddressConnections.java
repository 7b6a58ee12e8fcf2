package io.flashsale.gateway.connection;

import io.flashsale.commons.quota.ClientQuota;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Counts the open connections of each client and each network, and refuses more than their share. Forgets closed
 * connections.
 *
 * @param <C> a connection, compared by identity or equality
 */
final class AddressConnections<C> {

    private final ClientQuota quota;
    private final Predicate<String> trusted;
    private final Map<C, ClientQuota.Share> open = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();

    /** @param trusted addresses without a limit */
    AddressConnections(ClientQuota quota, Predicate<String> trusted) {
        this.quota = quota;
        this.trusted = trusted;
    }

    /** Whether the connection may stay. If so, it counts until it is {@link #closed}. */
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
        return true;
    }

    /** Does nothing if the connection is already closed or was never counted. */
    void closed(C connection) {
        ClientQuota.Share client = open.remove(connection);
        if (client != null) {
            client.giveBack(1);
        }
    }

    long refused() {
        return refused.sum();
    }
}
