package io.flashsale.gateway.routing;

import io.flashsale.commons.network.ClientAddress;
import io.flashsale.gateway.upstream.UpstreamProperties;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits the bytes that all buffered bodies may have together, beyond the first few of each. One address may use
 * one share and one network two, so that nobody can take everything.
 */
@Component
class BufferBudget {

    private final long max;
    private final long perAddress;
    private final long perNetwork;
    private final AtomicLong taken = new AtomicLong();
    private final Map<Object, Long> held = new ConcurrentHashMap<>();

    @Autowired
    BufferBudget(UpstreamProperties properties) {
        this(
                properties.bodyBuffers().toBytes(),
                properties.bodyBuffersPerAddress().toBytes());
    }

    BufferBudget(long max, long perAddress) {
        this.max = max;
        this.perAddress = perAddress;
        this.perNetwork = 2 * perAddress;
    }

    private record Network(Object key) {}

    /** The share of one caller. */
    final class Share {

        private final Object address;
        private final Network network;

        private Share(String remoteAddress) {
            this.address = ClientAddress.of(remoteAddress);
            this.network = new Network(ClientAddress.networkOf(remoteAddress));
        }

        /** Takes the bytes if they are left, until they are given back; returns whether they were. */
        boolean take(long bytes) {
            boolean addressMay = held.merge(address, bytes, Long::sum) <= perAddress;
            boolean networkMay = held.merge(network, bytes, Long::sum) <= perNetwork;
            if (addressMay && networkMay && takeOfAll(bytes)) {
                return true;
            }
            leave(bytes);
            return false;
        }

        void giveBack(long bytes) {
            leave(bytes);
            taken.addAndGet(-bytes);
        }

        private void leave(long bytes) {
            decrease(address, bytes);
            decrease(network, bytes);
        }
    }

    Share of(String remoteAddress) {
        return new Share(remoteAddress);
    }

    private boolean takeOfAll(long bytes) {
        long before = taken.get();
        while (before + bytes <= max) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    private void decrease(Object holder, long bytes) {
        held.computeIfPresent(holder, (same, count) -> count == bytes ? null : count - bytes);
    }

    long taken() {
        return taken.get();
    }

    /** The number of addresses and networks that hold bytes. */
    int holders() {
        return held.size();
    }
}
