package io.flashsale.gateway.connection;

import io.flashsale.commons.network.ClientAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Counts the open connections of each client, and says when one has enough. Remembers no more than is open.
 *
 * @param <C> a connection, told from others by its identity or equality
 */
final class AddressConnections<C> {

    private final int max;
    private final Predicate<String> trusted;
    private final Map<C, Object> open = new ConcurrentHashMap<>();
    private final Map<Object, Integer> counts = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();

    /**
     * @param max of one client
     * @param trusted addresses that may have any number
     */
    AddressConnections(int max, Predicate<String> trusted) {
        this.max = max;
        this.trusted = trusted;
    }

    /** Whether the connection may stay; then it counts until it is {@link #closed}. */
    boolean opened(C connection, String address) {
        if (trusted.test(address)) {
            return true;
        }
        Object client = ClientAddress.of(address);
        int count = counts.merge(client, 1, Integer::sum);
        if (count > max) {
            leave(client);
            refused.increment();
            return false;
        }
        open.put(connection, client);
        return true;
    }

    /** Changes nothing when it was closed before, or never counted. */
    void closed(C connection) {
        Object client = open.remove(connection);
        if (client != null) {
            leave(client);
        }
    }

    private void leave(Object client) {
        counts.computeIfPresent(client, (key, count) -> count == 1 ? null : count - 1);
    }

    int clients() {
        return counts.size();
    }

    long refused() {
        return refused.sum();
    }
}
