package io.flashsale.admission.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.ReservationGroup;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OutboxSweeperIT {

    @Test
    void shouldClearTheOutboxOfManyAtOnce() {
        try (RedisFixture redis = new RedisFixture()) {
            redis.open(RedisFixture.campaign(3_000));
            OutboxSweeper sweeper = new OutboxSweeper(redis.outbox::forgetAsync);
            List<ReservationGroup> groups =
                    LongStream.rangeClosed(1, 2_500).mapToObj(redis::admitted).toList();
            assertThat(redis.outbox.length()).isEqualTo(2_500);
            groups.parallelStream().forEach(sweeper::sweep);
            await().untilAsserted(() -> assertThat(redis.outbox.length()).isZero());
        }
    }
}
