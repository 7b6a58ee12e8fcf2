package io.flashsale.gateway.connection;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.flashsale.commons.quota.ClientAddress;
import io.flashsale.commons.quota.ClientQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Counts the open connections of each client and each network, and refuses more than their share. Names idle ones that
 * may be closed, so that newcomers get in. Forgets closed connections.
 *
 * @param <C> a connection, compared by identity or equality
 */
final class AddressConnections<C> {

    /** A younger pause may end soon: waiting pages send a request each second. */
    static final Duration MIN_IDLE = Duration.ofSeconds(2);

    private static final int MAX_CLOSED_AT_ONCE = 10;

    private final ClientQuota quota;
    private final Predicate<String> trusted;
    private final LongSupplier nanoTime;
    private final Map<C, Held> open = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private final LongAdder displaced = new LongAdder();

    /** @param trusted addresses without a limit */
    AddressConnections(ClientQuota quota, Predicate<String> trusted, LongSupplier nanoTime) {
        this.quota = quota;
        this.trusted = trusted;
        this.nanoTime = nanoTime;
    }

    private static final class Held {

        private final ClientQuota.Share share;
        private final Object network;
        private volatile boolean busy;
        private volatile long since;

        private Held(ClientQuota.Share share, Object network, long now) {
            this.share = share;
            this.network = network;
            this.since = now;
        }

        private long idleNanos(long now) {
            return busy ? 0 : now - since;
        }
    }

    /** Whether the connection may stay. If so, it counts until it is {@link #closed}, and is idle at first. */
    boolean opened(C connection, String address) {
        if (trusted.test(address)) {
            return true;
        }
        ClientQuota.Share client = quota.of(address);
        if (!client.take(1)) {
            refused.increment();
            return false;
        }
        open.put(connection, new Held(client, ClientAddress.networkOf(address), nanoTime.getAsLong()));
        return true;
    }

    /** Does nothing if the connection is already closed or was never counted. */
    void closed(C connection) {
        Held held = open.remove(connection);
        if (held != null) {
            held.share.giveBack(1);
        }
    }

    /** Notes that a request arrives. */
    void busy(C connection) {
        Held held = open.get(connection);
        if (held != null) {
            held.busy = true;
        }
    }

    /** Notes that the connection waits for its next request. */
    void idle(C connection) {
        Held held = open.get(connection);
        if (held != null) {
            held.since = nanoTime.getAsLong();
            held.busy = false;
        }
    }

    /**
     * Whether a connection that {@link #toClose} has named is to be closed: it still waits for a request, and had none
     * meanwhile. Counts it if so.
     */
    boolean displaces(C connection) {
        Held held = open.get(connection);
        boolean isIdle = held != null && held.idleNanos(nanoTime.getAsLong()) >= MIN_IDLE.toNanos();
        if (isIdle) {
            displaced.increment();
        }
        return isIdle;
    }

    /**
     * Up to ten connections to close so that newcomers get in, one after the other: the network that holds most at that
     * point loses the one that has been idle longest. Networks without an idle connection lose none.
     */
    List<C> toClose() {
        Map<Object, NetworkConnections<C>> networks = new HashMap<>();
        long now = nanoTime.getAsLong();
        open.forEach((connection, held) -> {
            NetworkConnections<C> network = networks.computeIfAbsent(held.network, same -> new NetworkConnections<>());
            network.held++;
            long nanos = held.idleNanos(now);
            if (nanos >= MIN_IDLE.toNanos()) {
                network.idle.add(new Idle<>(connection, nanos));
            }
        });
        networks.values().removeIf(network -> network.idle.isEmpty());
        networks.values().forEach(network -> network.idle.sort(comparingLong(Idle::nanos)));
        List<C> chosen = new ArrayList<>();
        while (chosen.size() < MAX_CLOSED_AT_ONCE && !networks.isEmpty()) {
            NetworkConnections<C> most = networks.values().stream()
                    .max(comparingInt(network -> network.held))
                    .orElseThrow();
            chosen.add(most.idle.removeLast().connection());
            most.held--;
            networks.values().removeIf(network -> network.idle.isEmpty());
        }
        return chosen;
    }

    private record Idle<C>(C connection, long nanos) {}

    /** What a network holds, with its idle connections, the longest idle one last. */
    private static final class NetworkConnections<C> {

        private final List<Idle<C>> idle = new ArrayList<>();
        private int held;
    }

    long refused() {
        return refused.sum();
    }

    /** Idle connections that were closed for newcomers. */
    long displaced() {
        return displaced.sum();
    }
}
