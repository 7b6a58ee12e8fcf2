package io.flashsale.order.refund;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefundPropertiesTests {

    @Test
    void shouldPauseTwiceAsLongAfterEachAttemptUpToTheMaximum() {
        var properties = new RefundProperties(Duration.ofMinutes(1), Duration.ofSeconds(2), 20);
        assertThat(IntStream.of(1, 2, 3, 9, 10, 11, 1_000)
                        .mapToObj(properties::pauseAfter)
                        .map(Duration::toSeconds))
                .containsExactly(2L, 4L, 8L, 512L, 600L, 600L, 600L);
    }
}
