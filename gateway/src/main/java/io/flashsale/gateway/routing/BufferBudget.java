package io.flashsale.gateway.routing;

import io.flashsale.commons.quota.ClientQuota;
import io.flashsale.gateway.upstream.UpstreamProperties;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits the bytes that all buffered bodies may have together, beyond the first few of each. One address may use
 * one share and one network two, so that nobody can take everything.
 */
@Component
class BufferBudget {

    private final ClientQuota clients;

    @Autowired
    BufferBudget(UpstreamProperties properties) {
        this(
                Math.toIntExact(properties.bodyBuffers().toBytes()),
                properties.bodyBuffersPerAddress().toBytes());
    }

    BufferBudget(int max, long perAddress) {
        this.clients = new ClientQuota(perAddress, 2 * perAddress, max);
    }

    ClientQuota.Share of(String remoteAddress) {
        return clients.of(remoteAddress);
    }

    int taken() {
        return clients.taken();
    }
}
