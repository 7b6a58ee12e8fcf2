package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.redis.Shards;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReservationIdsTests {

    private final AtomicLong lastBlock = new AtomicLong(60_000_000); // about as many seconds after 2025 as today

    @Test
    void shouldMakeIdsThatArePositiveRisingAndKnowTheirShard() {
        ReservationIds ids = new ReservationIds(lastBlock::incrementAndGet, 500);
        long previous = 0;
        for (int i = 0; i < 2_000; i++) { // over four blocks
            long id = ids.next(35);
            assertThat(id).isGreaterThan(previous);
            assertThat(ReservationIds.shardOf(id)).isEqualTo(Shards.of(35)).isEqualTo(3);
            previous = id;
        }
    }

    @Test
    void shouldNeverRepeatAnIdWhenManyThreadsOfSeveralProcessesAsk() throws Exception {
        ReservationIds[] processes = {
            new ReservationIds(lastBlock::incrementAndGet, 300), new ReservationIds(lastBlock::incrementAndGet, 300)
        };
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var makers = IntStream.range(0, 16)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        start.await();
                        for (int n = 0; n < 5_000; n++) {
                            assertThat(seen.add(processes[i % 2].next(7))).isTrue();
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
    void shouldNotShareAnIdWithAProcessThatStarted1024StartsLater() {
        ReservationIds longLived = new ReservationIds(lastBlock::incrementAndGet);
        ReservationIds restarted = longLived;
        for (int start = 0; start < 1_024; start++) {
            restarted = new ReservationIds(lastBlock::incrementAndGet);
        }
        Set<Long> ofTheLongLived = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 10_000; i++) {
            ofTheLongLived.add(longLived.next(1));
        }
        for (int i = 0; i < 10_000; i++) {
            long id = restarted.next(1);
            assertThat(ofTheLongLived.contains(id)).as("%d", id).isFalse();
        }
    }

    @Test
    void shouldFollowTheIdsOfTheOldLayout() {
        long oldId = 59_000_000_000L << 22; // milliseconds, node, sequence and shard; made at 59,000,000 s
        assertThat(new ReservationIds(() -> 59_000_001).next(0)).isGreaterThan(oldId);
    }

    @Test
    void shouldRefuseABlockThatMayHaveBeenUsedOrDoesNotFit() {
        assertThatIllegalStateException().isThrownBy(() -> new ReservationIds(() -> ReservationIds.MAX_BLOCK + 1));
        assertThatIllegalStateException().isThrownBy(() -> new ReservationIds(() -> -1));
        ReservationIds ids = new ReservationIds(() -> 5, 1);
        ids.next(1);
        assertThatIllegalStateException().isThrownBy(() -> ids.next(1));
    }

    @Test
    void shouldGoOnOnceABlockCanBeClaimedAgain() {
        AtomicLong away = new AtomicLong();
        ReservationIds ids = new ReservationIds(
                () -> {
                    if (away.get() == 1) {
                        throw new IllegalArgumentException("the database is away");
                    }
                    return lastBlock.incrementAndGet();
                },
                1);
        long first = ids.next(1);
        away.set(1);
        assertThatThrownBy(() -> ids.next(1)).hasMessage("the database is away");
        away.set(0);
        assertThat(ids.next(1)).isGreaterThan(first);
    }
}
