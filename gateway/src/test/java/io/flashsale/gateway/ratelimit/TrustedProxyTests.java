package io.flashsale.gateway.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.ManualClockTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** Only named proxies are trusted to state the client's address. */
@TestPropertySource(
        properties = {
            "server.forward-headers-strategy=native",
            "flashsale.gateway.rate-limits.address.burst=10",
            "flashsale.gateway.rate-limits.address.per-second=1",
        })
class TrustedProxyTests extends ManualClockTest {

    @Test
    void isNotWhatAStrangerClaims() {
        long refused = IntStream.range(0, 30)
                .mapToObj(i -> client.get("/api/sales", null, "X-Forwarded-For", "10.6.0." + i))
                .filter(answer -> answer.statusCode() == 429)
                .count();
        assertThat(refused).isEqualTo(20);
    }
}
