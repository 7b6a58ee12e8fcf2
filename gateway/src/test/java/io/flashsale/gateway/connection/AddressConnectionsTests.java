package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AddressConnectionsTests {

    private final AddressConnections<String> connections = new AddressConnections<>(2, "10.0.0.1"::equals);

    @Test
    void areSoManyForEachAddress() {
        assertThat(connections.opened("a", "192.0.2.1")).isTrue();
        assertThat(connections.opened("b", "192.0.2.1")).isTrue();
        assertThat(connections.opened("c", "192.0.2.1")).isFalse();
        assertThat(connections.opened("d", "192.0.2.2")).isTrue();
        assertThat(connections.refused()).isEqualTo(1);
    }

    @Test
    void makePlaceWhenTheyAreClosedOnce() {
        connections.opened("a", "192.0.2.1");
        connections.opened("b", "192.0.2.1");
        connections.closed("a");
        connections.closed("a");
        connections.closed("never opened");
        assertThat(connections.opened("c", "192.0.2.1")).isTrue();
        assertThat(connections.opened("d", "192.0.2.1")).isFalse();
    }

    @Test
    void countALineOfIpv6AsOneClient() {
        connections.opened("a", "2001:db8:1:2::1");
        connections.opened("b", "2001:db8:1:2::2");
        assertThat(connections.opened("c", "2001:db8:1:2::3")).isFalse();
        assertThat(connections.opened("d", "2001:db8:1:3::3")).isTrue();
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
        assertThat(connections.clients()).isZero();
    }
}
