package io.flashsale.commons.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientAddressTests {

    @Test
    void hasOneIpv4Address() {
        assertThat(ClientAddress.of("10.0.0.1"))
                .isEqualTo(ClientAddress.of("10.0.0.1"))
                .isNotEqualTo(ClientAddress.of("10.0.0.2"));
    }

    @Test
    void hasAnIpv6NetworkHoweverItIsWritten() {
        assertThat(ClientAddress.of("2001:db8:0:1::5"))
                .isEqualTo(ClientAddress.of("2001:0db8:0000:0001:ffff:ffff:ffff:ffff"))
                .isNotEqualTo(ClientAddress.of("2001:db8:0:2::5"));
    }

    @Test
    void isTheTextWhereThatIsNoAddress() {
        assertThat(ClientAddress.of("not:an:address")).isEqualTo("not:an:address");
    }

    @Test
    void belongsToANetwork() {
        assertThat(ClientAddress.networkOf("192.0.2.1")).isEqualTo(ClientAddress.networkOf("192.0.2.254"));
        assertThat(ClientAddress.networkOf("192.0.2.1")).isNotEqualTo(ClientAddress.networkOf("192.0.3.1"));
        assertThat(ClientAddress.networkOf("2001:db8:1:2::1")).isEqualTo(ClientAddress.networkOf("2001:db8:1:ffff::1"));
        assertThat(ClientAddress.networkOf("2001:db8:1::1")).isNotEqualTo(ClientAddress.networkOf("2001:db8:2::1"));
    }
}
