package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeadershipIT {

    private static final Duration LEASE = Duration.ofMillis(500);

    private final RedisFixture redis = new RedisFixture();
    private final Leadership one = instance("looking");
    private final Leadership other = instance("looking");

    private Leadership instance(String duty) {
        return new Leadership(redis.redis, "sale", duty, LEASE);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldBelongToOneAsLongAsItAsks() {
        assertThat(one.isOurs()).isTrue();
        await().during(LEASE.multipliedBy(2)).until(() -> one.isOurs() && !other.isOurs());
    }

    @Test
    void shouldGoToAnotherWhenTheLeaderHasEnded() {
        assertThat(one.isOurs()).isTrue();
        assertThat(other.isOurs()).isFalse();
        await().atMost(LEASE.multipliedBy(4)).until(other::isOurs);
        assertThat(one.isOurs()).isFalse();
    }

    @Test
    void shouldBeOfOneDutyOnly() {
        assertThat(one.isOurs()).isTrue();
        assertThat(instance("comparing").isOurs()).isTrue();
    }
}
