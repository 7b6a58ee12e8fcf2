package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TicketIdsTests {

    private static final Clock STANDING_STILL = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);

    @Test
    void shouldMakeIdsThatArePositiveRisingAndKnowTheirShard() {
        TicketIds ids = new TicketIds(7, STANDING_STILL);
        long previous = 0;
        for (int i = 0; i < 2_000; i++) { // more than 256 in one millisecond
            long id = ids.next(35);
            assertThat(id).isGreaterThan(previous);
            assertThat(TicketIds.shardOf(id)).isEqualTo(Shards.of(35)).isEqualTo(3);
            previous = id;
        }
    }

    @Test
    void shouldNeverRepeatAnIdEvenWhenManyThreadsAsk() throws Exception {
        TicketIds ids = new TicketIds(0, STANDING_STILL);
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var makers = IntStream.range(0, 16)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        start.await();
                        for (int n = 0; n < 5_000; n++) {
                            assertThat(seen.add(ids.next(n))).isTrue();
                        }
                        return null;
                    }))
                    .toList();
            start.countDown();
            for (Future<?> maker : makers) {
                maker.get();
            }
        }
        assertThat(seen).hasSize(80_000);
    }

    @Test
    void shouldMakeDifferentIdsOnDifferentNodes() {
        assertThat(new TicketIds(1, STANDING_STILL).next(5)).isNotEqualTo(new TicketIds(2, STANDING_STILL).next(5));
    }

    @Test
    void shouldLastUntil2090() {
        Clock late = Clock.fixed(Instant.parse("2090-01-01T00:00:00Z"), ZoneOffset.UTC);
        assertThat(new TicketIds(TicketIds.NODES - 1, late).next(1)).isPositive();
    }

    @Test
    void shouldRefuseANodeThatDoesNotFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TicketIds(TicketIds.NODES, STANDING_STILL));
        assertThatIllegalArgumentException().isThrownBy(() -> new TicketIds(-1, STANDING_STILL));
    }
}
