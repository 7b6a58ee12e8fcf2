package io.flashsale.admission.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.TestTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RBucket;
import org.redisson.client.codec.StringCodec;

class LeadershipIT {

    /** Ends only if a test ends it. */
    private static final Duration LEASE = Duration.ofHours(1);

    private final RedisFixture redis = new RedisFixture();
    private final TestTime time = new TestTime();
    private final Leadership one = instance("looking");
    private final Leadership other = instance("looking");

    private Leadership instance(String duty) {
        return new Leadership(redis.redis, "sale", duty, LEASE, time);
    }

    private RBucket<String> lead() {
        return redis.redis.getBucket(new StockGateKeys("sale").leader("looking"), StringCodec.INSTANCE);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldBelongToOneAsLongAsItAsks() {
        assertThat(one.isOurs()).isTrue();
        assertThat(lead().expire(LEASE.dividedBy(2))).isTrue(); // as if half of it had passed
        assertThat(other.isOurs()).isFalse();
        assertThat(instance("comparing").isOurs()).as("of another duty").isTrue();
        assertThat(lead().remainTimeToLive()).as("by the one who follows").isLessThan(LEASE.toMillis() / 2 + 1);
        assertThat(one.isOurs()).isTrue();
        assertThat(lead().getExpireTime())
                .as("renewed")
                .isGreaterThan(Instant.now().plus(LEASE.dividedBy(2)).toEpochMilli());
        assertThat(other.isOurs()).isFalse();
    }

    @Test
    void shouldGoToAnotherWhenTheLeaderHasEnded() {
        assertThat(one.isOurs()).isTrue();
        assertThat(other.isOurs()).isFalse();
        assertThat(lead().expire(Duration.ofMillis(1))).isTrue(); // what is left of the lease
        await().until(other::isOurs);
        assertThat(one.isOurs()).isFalse();
    }

    @Test
    void shouldGoToAnotherWhenTheLeaderAlwaysFails() throws Exception {
        Leadership leader = instance("failing");
        Leadership next = instance("failing");
        assertThat(leader.perform(() -> false)).isTrue();
        assertThatThrownBy(() -> leader.perform(() -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(next.perform(() -> true)).as("it may be better next time").isFalse();
        assertThat(leader.perform(() -> false)).isTrue();

        assertThat(leader.perform(() -> true)).as("its turn is over").isFalse();
        assertThat(next.perform(() -> true)).isTrue();
        assertThat(leader.perform(() -> true)).isFalse();
    }

    @Test
    void shouldStayWithALeaderThatFailsNowAndThen() throws Exception {
        Leadership sometimes = instance("failing-at-times");
        for (int i = 0; i < 10; i++) {
            boolean done = i % 3 == 0;
            assertThat(sometimes.perform(() -> done)).isTrue();
        }
    }

    @Test
    void shouldComeBackToWhoHasFailedWhenNobodyElseIsThere() throws Exception {
        for (int i = 0; i < Leadership.MAX_FAILURES_IN_A_ROW; i++) {
            assertThat(one.perform(() -> false)).isTrue();
        }
        assertThat(one.isOurs()).isFalse();
        time.pass(LEASE);
        assertThat(one.isOurs()).isTrue();
    }
}
