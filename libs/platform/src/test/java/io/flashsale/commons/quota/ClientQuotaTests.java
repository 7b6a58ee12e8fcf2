package io.flashsale.commons.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientQuotaTests {

    private final ClientQuota quota = new ClientQuota(2, 3);

    private boolean take(String address) {
        return quota.of(address).take(1);
    }

    @Test
    void isSoMuchForEachAddressAndForItsNetwork() {
        assertThat(take("192.0.2.1")).isTrue();
        assertThat(take("192.0.2.1")).isTrue();
        assertThat(take("192.0.2.1")).isFalse();
        assertThat(take("192.0.2.2")).isTrue();
        assertThat(take("192.0.2.2")).as("the network has enough").isFalse();
        assertThat(take("192.0.3.2")).isTrue();
    }

    @Test
    void countsALineOfIpv6AsOneAddressAndASiteAsOneNetwork() {
        assertThat(take("2001:db8:1:1::1")).isTrue();
        assertThat(take("2001:0db8:0001:0001:ffff:ffff:ffff:ffff")).isTrue();
        assertThat(take("2001:db8:1:1::3")).as("the line has enough").isFalse();
        assertThat(take("2001:db8:1:2::1")).isTrue();
        assertThat(take("2001:db8:1:3::1")).as("the site has enough").isFalse();
        assertThat(take("2001:db8:2:1::1")).isTrue();
        assertThat(take("not:an:address")).as("a text is taken as it is").isTrue();
    }

    @Test
    void forgetsClientsWithTheirLastUnit() {
        List<ClientQuota.Share> taken = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ClientQuota.Share share = quota.of("192.0.2." + i);
            if (share.take(1)) {
                taken.add(share);
            }
        }
        assertThat(taken).hasSize(3);
        assertThat(quota.holders()).as("three addresses and one network").isEqualTo(4);
        taken.forEach(share -> share.giveBack(1));
        assertThat(quota.holders()).isZero();
        assertThat(take("192.0.2.9")).isTrue();
    }

    @Test
    void isNeverLessForANetworkThanForAnAddress() {
        ClientQuota wide = new ClientQuota(5, 3);
        ClientQuota.Share share = wide.of("127.0.0.1");
        for (int i = 0; i < 5; i++) {
            assertThat(share.take(1)).isTrue();
        }
        assertThat(share.take(1)).isFalse();
    }

    @Test
    void isNeverMoreThanTheTotal() {
        ClientQuota few = new ClientQuota(2, 3, 4);
        assertThat(few.of("192.0.2.1").take(2)).isTrue();
        assertThat(few.of("192.0.3.1").take(2)).isTrue();
        assertThat(few.of("192.0.4.1").take(1)).isFalse();
        assertThat(few.taken()).isEqualTo(4);
        few.of("192.0.2.1").giveBack(2);
        assertThat(few.of("192.0.4.1").take(2)).isTrue();
        assertThat(few.holders()).as("two addresses and their networks").isEqualTo(4);
    }

    @Test
    void reservesItsLastUnitsForClientsThatHoldFew() {
        ClientQuota connections = new ClientQuota(300, 400, 1_000, 200);
        assertThat(taken(connections, 500, "192.0.%d.1")).isEqualTo(500);
        assertThat(taken(connections, 500, "198.51.100.1")).as("one address").isEqualTo(300);
        assertThat(taken(connections, 500, "203.0.113.1"))
                .as("an address, of what is reserved")
                .isEqualTo(10);
        assertThat(taken(connections, 250, "203.0.113.%d")).as("its network").isEqualTo(90);
        assertThat(taken(connections, 250, "2001:db8:%d::1")).as("all others").isEqualTo(100);
    }

    private static long taken(ClientQuota quota, int tries, String address) {
        return IntStream.range(0, tries)
                .filter(i -> quota.of(address.formatted(i)).take(1))
                .count();
    }
}
