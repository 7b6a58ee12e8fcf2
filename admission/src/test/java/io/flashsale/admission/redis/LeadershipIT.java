package io.flashsale.admission.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.RedisFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeadershipIT {

    private static final Duration LEASE = Duration.ofMillis(500);

    /** Does not end within a test. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private final RedisFixture redis = new RedisFixture();
    private final Leadership one = instance("looking");
    private final Leadership other = instance("looking");

    private Leadership instance(String duty) {
        return instance(duty, LEASE);
    }

    private Leadership instance(String duty, Duration lease) {
        return new Leadership(redis.redis, "sale", duty, lease);
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
    void shouldGoToAnotherWhenTheLeaderAlwaysFails() throws Exception {
        Leadership leader = instance("failing", LONG);
        Leadership next = instance("failing", LONG);
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
        Leadership sometimes = instance("failing-at-times", LONG);
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
        await().atMost(LEASE.multipliedBy(10)).until(one::isOurs);
    }

    @Test
    void shouldBeOfOneDutyOnly() {
        assertThat(one.isOurs()).isTrue();
        assertThat(instance("comparing").isOurs()).isTrue();
    }
}
