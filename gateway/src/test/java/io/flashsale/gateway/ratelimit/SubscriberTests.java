package io.flashsale.gateway.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubscriberTests {

    @Test
    void hasOneIpv4Address() {
        assertThat(Subscriber.of("10.0.0.1"))
                .isEqualTo(Subscriber.of("10.0.0.1"))
                .isNotEqualTo(Subscriber.of("10.0.0.2"));
    }

    @Test
    void hasAnIpv6NetworkHoweverItIsWritten() {
        assertThat(Subscriber.of("2001:db8:0:1::5"))
                .isEqualTo(Subscriber.of("2001:0db8:0000:0001:ffff:ffff:ffff:ffff"))
                .isNotEqualTo(Subscriber.of("2001:db8:0:2::5"));
    }

    @Test
    void isTheTextWhereThatIsNoAddress() {
        assertThat(Subscriber.of("not:an:address")).isEqualTo("not:an:address");
    }
}
