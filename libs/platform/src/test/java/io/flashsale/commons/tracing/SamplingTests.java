package io.flashsale.commons.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplingTests {

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final AtomicLong nanos = new AtomicLong(-Duration.ofSeconds(5).toNanos());

    private long chosen(Sampling sampling, int of) {
        return IntStream.range(0, of).filter(i -> sampling.chooses()).count();
    }

    @Test
    void shouldChooseAboutTheShare() {
        assertThat(chosen(new Sampling(0, 20, UNBOUNDED, nanos::get), 10_000)).isZero();
        assertThat(chosen(new Sampling(0.1, UNBOUNDED, UNBOUNDED, nanos::get), 10_000))
                .isBetween(800L, 1_200L);
        assertThat(chosen(new Sampling(1, UNBOUNDED, UNBOUNDED, nanos::get), 10_000))
                .isEqualTo(10_000);
    }

    @Test
    void shouldChooseTheFirstOfEachSecondOfACrowd() {
        Sampling sampling = new Sampling(1, 20, UNBOUNDED, nanos::get);
        for (int second = 0; second < 10; second++) {
            assertThat(chosen(sampling, 1_000)).as("second %s", second).isEqualTo(20);
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
    }

    /** Stops are kept for a day, so a script that clicks all day must not fill Redis. */
    @Test
    void shouldChooseNoMoreThanAnHoursShareForEachHourOfADay() {
        Sampling sampling = new Sampling(1, 20, 1_000, nanos::get);
        long all = 0;
        for (int second = 0; second < Duration.ofDays(1).toSeconds(); second++) {
            all += chosen(sampling, 25);
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        assertThat(all).isBetween(24_900L, 25_000L);
        assertThat(chosen(sampling, 25)).isLessThanOrEqualTo(1);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(chosen(sampling, 25)).as("a minute's share").isBetween(16L, 17L);
        nanos.addAndGet(Duration.ofDays(3).toNanos());
        assertThat(chosen(new Sampling(1, 20, 0, nanos::get), 25)).isZero();
        assertThat(chosen(sampling, 25)).isEqualTo(20);
    }
}
