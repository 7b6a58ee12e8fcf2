package io.flashsale.gateway.connection;

import io.flashsale.commons.network.ClientAddress;
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

    private final int max;
    private final int maxOfNetwork;
    private final Predicate<String> trusted;
    private final Map<C, Holder> open = new ConcurrentHashMap<>();
    private final Map<Object, Integer> counts = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();

    /**
     * @param max for one client
     * @param maxOfNetwork for all clients of a network, whose owner gets addresses cheaply
     * @param trusted addresses without a limit
     */
    AddressConnections(int max, int maxOfNetwork, Predicate<String> trusted) {
        this.max = max;
        this.maxOfNetwork = maxOfNetwork;
        this.trusted = trusted;
    }

    private record Network(Object key) {}

    private record Holder(Object client, Network network) {

        static Holder of(String address) {
            return new Holder(ClientAddress.of(address), new Network(ClientAddress.networkOf(address)));
        }
    }

    /** Whether the connection may stay. If so, it counts until it is {@link #closed}. */
    boolean opened(C connection, String address) {
        if (trusted.test(address)) {
            return true;
        }
        Holder holder = Holder.of(address);
        boolean clientMay = counts.merge(holder.client(), 1, Integer::sum) <= max;
        boolean networkMay = counts.merge(holder.network(), 1, Integer::sum) <= maxOfNetwork;
        if (!clientMay || !networkMay) {
            leave(holder);
            refused.increment();
            return false;
        }
        open.put(connection, holder);
        return true;
    }

    /** Does nothing if the connection is already closed or was never counted. */
    void closed(C connection) {
        Holder holder = open.remove(connection);
        if (holder != null) {
            leave(holder);
        }
    }

    private void leave(Holder holder) {
        decrease(holder.client());
        decrease(holder.network());
    }

    private void decrease(Object key) {
        counts.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }

    /** The number of clients and networks with connections. */
    int holders() {
        return counts.size();
    }

    long refused() {
        return refused.sum();
    }
}
