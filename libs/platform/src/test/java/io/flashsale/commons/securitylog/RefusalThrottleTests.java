package io.flashsale.commons.securitylog;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalThrottleTests {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final RefusalThrottle throttle = new RefusalThrottle(() -> now);

    private OptionalLong rateLimited(String address) {
        return throttle.leftOutBefore(Refusal.RATE_LIMITED, address);
    }

    @Test
    void shouldCountWhatItLeavesOut() {
        assertThat(rateLimited("a")).isEqualTo(OptionalLong.of(0));
        IntStream.range(0, 5).forEach(n -> assertThat(rateLimited("a")).isEmpty());
        assertThat(throttle.leftOutBefore(Refusal.TOKEN_REFUSED, "a")).isEqualTo(OptionalLong.of(5));
        now = now.plus(RefusalThrottle.WHILE);
        assertThat(rateLimited("a")).isEqualTo(OptionalLong.of(0));
    }

    /** The owner of a /64 has more addresses than anybody can remember. */
    @Test
    void shouldTakeAllAddressesOfALineForOne() {
        assertThat(rateLimited("2001:db8:1:2::1")).isPresent();
        assertThat(rateLimited("2001:db8:1:2:3::2")).isEmpty();
    }

    @Test
    void shouldWriteOfAKindAlsoWhenAnotherIsSentByCrowds() {
        IntStream.range(0, 1_000).forEach(n -> rateLimited("address " + n));
        assertThat(throttle.leftOutBefore(Refusal.TOKEN_REFUSED, "address 7"))
                .as("what a crowd is told to wait for hides nothing else")
                .isPresent();
    }

    @Test
    void shouldWriteOnlySoManyWhereverTheyComeFrom() {
        long lines = IntStream.range(0, 50_000)
                .filter(n -> rateLimited("address " + n).isPresent())
                .count();
        assertThat(lines).isEqualTo(RefusalThrottle.MAX_A_SECOND);
        now = now.plusSeconds(1);
        assertThat(rateLimited("another")).isEqualTo(OptionalLong.of(50_000 - RefusalThrottle.MAX_A_SECOND));
    }
}
