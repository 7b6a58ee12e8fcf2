package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.quota.ClientQuota;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpenStreamsTests {

    private final OpenStreams streams = new OpenStreams(1_000, 200, 400);

    /** The streams granted to an attacker who wants 1,000, with that many accounts, at separate addresses or at one. */
    private List<OpenStreams.Place> flood(int accounts, boolean oneAddress) {
        return LongStream.range(0, 1_000)
                .mapToObj(n -> streams.take(n % accounts, oneAddress ? "192.0.2.1" : "10.0." + n % accounts + ".1"))
                .filter(Objects::nonNull)
                .toList();
    }

    private OpenStreams.@Nullable Place another(long account) {
        return streams.take(10_000 + account, "10.1." + account / 200 + "." + account % 200);
    }

    @Test
    void shouldLetNoAccountHaveMoreThanTen() {
        assertThat(flood(1, false)).hasSize(OpenStreams.MAX_PER_ACCOUNT);
        assertThat(another(1)).isNotNull();
    }

    @Test
    void shouldLetNoAddressHaveMoreThanItsShare() {
        assertThat(flood(100, true)).hasSize(200);
        assertThat(streams.take(null, "192.0.2.1")).as("nor without an account").isNull();
        assertThat(another(1)).isNotNull();
    }

    @Test
    void shouldLetNoNetworkHaveMoreThanItsShare() {
        assertThat(LongStream.range(0, 1_000).filter(n -> streams.take(n, "192.0.2." + n % 250) != null))
                .hasSize(400);
        assertThat(another(1)).isNotNull();
    }

    @Test
    void shouldLetNoNetworkHaveAllThatAreKept() {
        flood(100, false);
        assertThat(LongStream.range(0, 250).filter(n -> streams.take(20_000 + n, "192.0.2." + n) != null))
                .hasSize(ClientQuota.FEW_OF_A_NETWORK);
        assertThat(another(1)).isNotNull();
    }

    @Test
    void shouldKeepAFifthForThoseWhoHaveNone() {
        assertThat(flood(100, false)).hasSize(800);
        assertThat(LongStream.range(0, 300).filter(n -> another(n) != null)).hasSize(200);
    }

    @Test
    void shouldGiveAPlaceThatWasGivenBackToAnother() {
        flood(100, false).forEach(OpenStreams.Place::close);
        assertThat(flood(100, false)).hasSize(800);
    }
}
