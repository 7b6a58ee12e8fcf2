package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.quota.ClientQuota;
import org.junit.jupiter.api.Test;

class AddressConnectionsTests {

    private final ClientQuota quota = new ClientQuota(2, 3);
    private final AddressConnections<String> connections = new AddressConnections<>(quota, "10.0.0.1"::equals);

    @Test
    void makePlaceWhenTheyAreClosedOnce() {
        connections.opened("a", "192.0.2.1");
        connections.opened("b", "192.0.2.1");
        connections.closed("a");
        connections.closed("a");
        connections.closed("never opened");
        assertThat(connections.opened("c", "192.0.2.1")).isTrue();
        assertThat(connections.opened("d", "192.0.2.1")).isFalse();
        assertThat(connections.refused()).isOne();
    }

    @Test
    void areNotCountedForOurOwnProxies() {
        for (int i = 0; i < 100; i++) {
            assertThat(connections.opened("a" + i, "10.0.0.1")).isTrue();
        }
    }

    @Test
    void areForgottenWhenTheLastIsClosed() {
        connections.opened("a", "192.0.2.1");
        connections.opened("b", "192.0.2.1");
        connections.opened("refused", "192.0.2.1");
        connections.closed("a");
        connections.closed("b");
        assertThat(quota.holders()).isZero();
    }
}
