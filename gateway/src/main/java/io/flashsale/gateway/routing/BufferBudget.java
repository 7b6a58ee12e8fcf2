package io.flashsale.gateway.routing;

import io.flashsale.commons.quota.ClientQuota;
import io.flashsale.gateway.upstream.UpstreamProperties;
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
    private final ClientQuota clients;
    private final AtomicLong taken = new AtomicLong();

    @Autowired
    BufferBudget(UpstreamProperties properties) {
        this(
                properties.bodyBuffers().toBytes(),
                properties.bodyBuffersPerAddress().toBytes());
    }

    BufferBudget(long max, long perAddress) {
        this.max = max;
        this.clients = new ClientQuota(perAddress, 2 * perAddress);
    }

    /** The share of one caller. */
    final class Share {

        private final ClientQuota.Share client;

        private Share(ClientQuota.Share client) {
            this.client = client;
        }

        /** Takes the bytes if they are left, until they are given back; returns whether they were. */
        boolean take(long bytes) {
            if (!client.take(bytes)) {
                return false;
            }
            if (!takeOfAll(bytes)) {
                client.giveBack(bytes);
                return false;
            }
            return true;
        }

        void giveBack(long bytes) {
            client.giveBack(bytes);
            taken.addAndGet(-bytes);
        }
    }

    Share of(String remoteAddress) {
        return new Share(clients.of(remoteAddress));
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

    long taken() {
        return taken.get();
    }

    /** The number of addresses and networks that hold bytes. */
    int holders() {
        return clients.holders();
    }
}
