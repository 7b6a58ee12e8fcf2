package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.redis.Shards;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReservationIdsTests {

    private static final long BLOCK = 60_000_000; // about as many seconds after 2025 as today

    @Test
    void shouldMakeIdsThatArePositiveRisingAndKnowTheirShard() {
        ReservationIds ids = new ReservationIds(() -> BLOCK);
        long previous = 0;
        for (int i = 0; i < 2_000; i++) {
            long id = ids.next(35);
            assertThat(id).isGreaterThan(previous);
            assertThat(ReservationIds.shardOf(id)).isEqualTo(Shards.of(35)).isEqualTo(3);
            previous = id;
        }
    }

    @Test
    void shouldClaimABlockBeforeTheFirstReservationNeedsIt() {
        AtomicLong claims = new AtomicLong();
        ReservationIds ids = new ReservationIds(() -> BLOCK + claims.incrementAndGet());
        assertThat(claims).hasValue(1);
        ids.next(1);
        assertThat(claims).hasValue(1);
    }

    @Test
    void shouldFollowTheIdsOfTheOldLayout() {
        long oldId = 59_000_000_000L << 22; // milliseconds, node, sequence and shard; made at 59,000,000 s
        assertThat(new ReservationIds(() -> 59_000_001).next(0)).isGreaterThan(oldId);
    }
}
