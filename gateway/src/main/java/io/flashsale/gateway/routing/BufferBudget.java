package io.flashsale.gateway.routing;

import io.flashsale.commons.network.ClientAddress;
import io.flashsale.gateway.upstream.UpstreamProperties;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The bytes that all bodies which are kept at one time may have together, beyond the first few of each. One address has
 * a share of them, and one network two, so that nobody takes all of them from the others.
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

    /** What one caller may keep. */
    final class Share {

        private final Object address;
        private final Network network;

        private Share(String remoteAddress) {
            this.address = ClientAddress.of(remoteAddress);
            this.network = new Network(ClientAddress.networkOf(remoteAddress));
        }

        /** Whether there are so many bytes left; then they are taken until they are given back. */
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

    /** Addresses and networks that hold some. */
    int holders() {
        return held.size();
    }
}
