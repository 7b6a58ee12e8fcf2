package io.flashsale.gateway.routing;

import io.flashsale.commons.quota.ClientQuota;
import io.flashsale.gateway.upstream.UpstreamProperties;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits the bytes that all buffered bodies may have together, beyond the first few of each. One address may use
 * one share and one network two, so that nobody can take everything.
 */
@Component
class BufferBudget {

    private final int max;
    private final ClientQuota clients;
    private final Semaphore left;

    @Autowired
    BufferBudget(UpstreamProperties properties) {
        this(
                Math.toIntExact(properties.bodyBuffers().toBytes()),
                properties.bodyBuffersPerAddress().toBytes());
    }

    BufferBudget(int max, long perAddress) {
        this.max = max;
        this.left = new Semaphore(max);
        this.clients = new ClientQuota(perAddress, 2 * perAddress);
    }

    /** The share of one caller. */
    final class Share {

        private final ClientQuota.Share client;

        private Share(ClientQuota.Share client) {
            this.client = client;
        }

        /** Takes the bytes if they are left, until they are given back; returns whether they were. */
        boolean take(int bytes) {
            if (!client.take(bytes)) {
                return false;
            }
            if (!left.tryAcquire(bytes)) {
                client.giveBack(bytes);
                return false;
            }
            return true;
        }

        void giveBack(int bytes) {
            client.giveBack(bytes);
            left.release(bytes);
        }
    }

    Share of(String remoteAddress) {
        return new Share(clients.of(remoteAddress));
    }

    int taken() {
        return max - left.availablePermits();
    }
}
