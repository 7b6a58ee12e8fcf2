package io.flashsale.commons.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.testing.Together;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdSequenceTests {

    private static final int BITS = 8;

    private final AtomicLong lastBlock = new AtomicLong(60_000_000); // about as many seconds after 2025 as today

    private IdSequence process() {
        return new IdSequence(lastBlock::incrementAndGet, BITS);
    }

    @Test
    void shouldMakeIdsThatArePositiveAndRisingOverManyBlocks() {
        IdSequence ids = process();
        long previous = 0;
        for (int i = 0; i < 2_000; i++) {
            long id = ids.next();
            assertThat(id).isGreaterThan(previous);
            previous = id;
        }
    }

    @Test
    void shouldNeverRepeatAnIdWhenManyThreadsOfSeveralProcessesAsk() {
        IdSequence[] processes = {process(), process()};
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        Together.run(IntStream.range(0, 16)
                .mapToObj(i -> Executors.callable(() -> {
                    for (int n = 0; n < 5_000; n++) {
                        assertThat(seen.add(processes[i % 2].next())).isTrue();
                    }
                }))
                .toList());
        assertThat(seen).hasSize(80_000);
    }

    @Test
    void shouldNotShareAnIdWithAProcessThatStarted1024StartsLater() {
        IdSequence longLived = process();
        Set<Long> ids = new HashSet<>();
        ids.add(longLived.next());
        lastBlock.addAndGet(1_023);
        IdSequence restarted = process();
        for (int i = 0; i < 100; i++) {
            assertThat(ids.add(longLived.next())).isTrue();
            assertThat(ids.add(restarted.next())).isTrue();
        }
    }

    @Test
    void shouldSpreadTheFirstIdsOfManyProcessesOverAllShards() {
        Set<Long> shards = new HashSet<>();
        for (int start = 0; start < 16; start++) {
            shards.add(process().next() % 16);
        }
        assertThat(shards).hasSize(16);
    }

    @Test
    void shouldLeaveRoomForABucketInTheIdOfARow() {
        assertThat(new IdSequence(() -> IdSequence.MAX_BLOCK, RowIds.SEQUENCE_BITS).next())
                .isPositive()
                .isLessThan(1L << 48);
    }

    @Test
    void shouldRefuseABlockThatMayHaveBeenUsedOrDoesNotFit() {
        IdSequence tooHigh = new IdSequence(() -> IdSequence.MAX_BLOCK + 1, BITS);
        assertThatIllegalStateException().isThrownBy(tooHigh::next);
        IdSequence negative = new IdSequence(() -> -1, BITS);
        assertThatIllegalStateException().isThrownBy(negative::next);
        IdSequence repeated = new IdSequence(() -> 5, BITS);
        repeated.prepare();
        assertThatIllegalStateException().isThrownBy(repeated::prepare);
    }

    @Test
    void shouldGoOnOnceABlockCanBeClaimedAgain() {
        AtomicBoolean away = new AtomicBoolean(true);
        IdSequence ids = new IdSequence(
                () -> {
                    if (away.get()) {
                        throw new IllegalArgumentException("the database is away");
                    }
                    return lastBlock.incrementAndGet();
                },
                BITS);
        assertThatThrownBy(ids::next).hasMessage("the database is away");
        away.set(false);
        long first = ids.next();
        assertThat(first).isPositive();
        away.set(true);
        assertThatThrownBy(ids::prepare).hasMessage("the database is away");
        away.set(false);
        ids.prepare();
        assertThat(ids.next()).isGreaterThan(first);
    }
}
