package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressSharesTests {

    private final AddressShares shares = new AddressShares(2, 3);

    @Test
    void areSoMuchForEachAddressAndForItsNetwork() {
        assertThat(shares.take("192.0.2.1")).isNotNull();
        assertThat(shares.take("192.0.2.1")).isNotNull();
        assertThat(shares.take("192.0.2.1")).isNull();
        assertThat(shares.take("192.0.2.2")).isNotNull();
        assertThat(shares.take("192.0.2.2")).as("the network has enough").isNull();
        assertThat(shares.take("192.0.3.2")).isNotNull();
    }

    @Test
    void areForgottenWithTheLastOfThem() {
        List<AddressShares.Share> taken = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            AddressShares.Share share = shares.take("192.0.2." + i);
            if (share != null) {
                taken.add(share);
            }
        }
        assertThat(taken).hasSize(3);
        taken.forEach(AddressShares.Share::giveBack);
        assertThat(shares.clients()).isZero();
        assertThat(shares.take("192.0.2.9")).isNotNull();
    }

    @Test
    void areNeverLessForANetworkThanForAnAddress() {
        AddressShares wide = new AddressShares(5, 3);
        for (int i = 0; i < 5; i++) {
            assertThat(wide.take("127.0.0.1")).isNotNull();
        }
        assertThat(wide.take("127.0.0.1")).isNull();
    }
}
