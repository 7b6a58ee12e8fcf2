package io.flashsale.commons.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplingTests {

    private final AtomicLong nanos = new AtomicLong(-Duration.ofSeconds(5).toNanos());

    private long chosen(Sampling sampling, int of) {
        return IntStream.range(0, of).filter(i -> sampling.chooses()).count();
    }

    @Test
    void shouldChooseNothingByItself() {
        assertThat(chosen(new Sampling(0, 20, nanos::get), 10_000)).isZero();
    }

    @Test
    void shouldChooseAboutTheShare() {
        assertThat(chosen(new Sampling(0.1, Integer.MAX_VALUE, nanos::get), 10_000))
                .isBetween(800L, 1_200L);
        assertThat(chosen(new Sampling(1, Integer.MAX_VALUE, nanos::get), 10_000))
                .isEqualTo(10_000);
    }

    @Test
    void shouldChooseTheFirstOfEachSecondOfACrowd() {
        Sampling sampling = new Sampling(1, 20, nanos::get);
        for (int second = 0; second < 10; second++) {
            assertThat(chosen(sampling, 1_000)).as("second %s", second).isEqualTo(20);
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
    }
}
