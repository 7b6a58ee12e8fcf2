package io.flashsale.commons.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QuotaTests {

    private final Quota<Object> quota = new Quota<>();

    @Test
    void forgetsHoldersWithTheLastUnit() {
        for (int i = 0; i < 10; i++) {
            assertThat(quota.take(i, 3, 3)).isTrue();
        }
        assertThat(quota.holders()).isEqualTo(10);
        for (int i = 0; i < 10; i++) {
            quota.giveBack(i, 1);
            quota.giveBack(i, 2);
        }
        assertThat(quota.holders()).isZero();
    }

    @Test
    void remembersNobodyBecauseOfARefusal() {
        assertThat(quota.take("a", 4, 3)).isFalse();
        assertThat(quota.holders()).isZero();
        assertThat(quota.take("a", 3, 3)).isTrue();
    }

    /** A few holders that come and go all the time, so that they are forgotten while others take for them. */
    @Test
    void isNeverExceededByHoldersAtTheSameTime() throws Exception {
        AtomicInteger[] held = {new AtomicInteger(), new AtomicInteger()};
        Callable<Integer> holder = () -> {
            int most = 0;
            for (int i = 0; i < 50_000; i++) {
                if (quota.take(i % 2, 1, 2)) {
                    most = Math.max(most, held[i % 2].incrementAndGet());
                    held[i % 2].decrementAndGet();
                    quota.giveBack(i % 2, 1);
                }
            }
            return most;
        };
        try (ExecutorService holders = Executors.newFixedThreadPool(6)) {
            int most = 0;
            for (Future<Integer> mostSeenByOne : holders.invokeAll(Collections.nCopies(6, holder))) {
                most = Math.max(most, mostSeenByOne.get());
            }
            assertThat(most).isBetween(1, 2);
        }
        assertThat(quota.holders()).isZero();
    }
}
