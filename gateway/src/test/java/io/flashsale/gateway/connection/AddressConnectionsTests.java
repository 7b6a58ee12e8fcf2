package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.quota.ClientQuota;
import org.junit.jupiter.api.Test;

class AddressConnectionsTests {

    private final ClientQuota quota = new ClientQuota(2, 3);
    private final AddressConnections<String> connections = new AddressConnections<>(quota, "10.0.0.1"::equals);

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

    /** A client with a few addresses of a network must not have all connections. */
    @Test
    void areSoManyForEachNetwork() {
        assertThat(connections.opened("a", "192.0.2.1")).isTrue();
        assertThat(connections.opened("b", "192.0.2.1")).isTrue();
        assertThat(connections.opened("c", "192.0.2.2")).isTrue();
        assertThat(connections.opened("d", "192.0.2.2")).isFalse();
        assertThat(connections.opened("e", "192.0.2.3")).isFalse();
        assertThat(connections.opened("f", "192.0.3.1")).isTrue();
        connections.closed("a");
        assertThat(connections.opened("g", "192.0.2.3")).isTrue();
        assertThat(connections.refused()).isEqualTo(2);
    }

    @Test
    void countASiteOfIpv6AsOneNetwork() {
        for (int line = 0; line < 3; line++) {
            assertThat(connections.opened("line " + line, "2001:db8:1:" + line + "::1"))
                    .isTrue();
        }
        assertThat(connections.opened("another", "2001:db8:1:9::1")).isFalse();
        assertThat(connections.opened("elsewhere", "2001:db8:2:9::1")).isTrue();
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
