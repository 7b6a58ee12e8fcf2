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

    @Test
    void shouldCountWhatItLeavesOut() {
        assertThat(throttle.leftOutBefore(Refusal.RATE_LIMITED, "a")).isEqualTo(OptionalLong.of(0));
        IntStream.range(0, 5)
                .forEach(n -> assertThat(throttle.leftOutBefore(Refusal.RATE_LIMITED, "a"))
                        .isEmpty());
        assertThat(throttle.leftOutBefore(Refusal.TOKEN_REFUSED, "a")).isEqualTo(OptionalLong.of(5));
        now = now.plus(RefusalThrottle.WHILE);
        assertThat(throttle.leftOutBefore(Refusal.RATE_LIMITED, "a")).isEqualTo(OptionalLong.of(0));
    }

    /** The owner of a /64 has more addresses than anybody can remember. */
    @Test
    void shouldTakeAllAddressesOfALineForOne() {
        assertThat(throttle.leftOutBefore(Refusal.RATE_LIMITED, "2001:db8:1:2::1"))
                .isPresent();
        assertThat(throttle.leftOutBefore(Refusal.RATE_LIMITED, "2001:db8:1:2:3::2"))
                .isEmpty();
    }

    @Test
    void shouldWriteOfAKindAlsoWhenAnotherIsSentByCrowds() {
        IntStream.range(0, 1_000).forEach(n -> throttle.leftOutBefore(Refusal.RATE_LIMITED, "address " + n));
        assertThat(throttle.leftOutBefore(Refusal.TOKEN_REFUSED, "address 7"))
                .as("what a crowd is told to wait for hides nothing else")
                .isPresent();
    }

    @Test
    void shouldWriteOnlySoManyWhereverTheyComeFrom() {
        long lines = IntStream.range(0, 50_000)
                .filter(n -> throttle.leftOutBefore(Refusal.RATE_LIMITED, "address " + n)
                        .isPresent())
                .count();
        assertThat(lines).isEqualTo(RefusalThrottle.MAX_A_SECOND);
        now = now.plusSeconds(1);
        assertThat(throttle.leftOutBefore(Refusal.RATE_LIMITED, "another"))
                .isEqualTo(OptionalLong.of(50_000 - RefusalThrottle.MAX_A_SECOND));
    }
}
