package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisTimeoutException;

class AdmissionMetricsTests {

    private static final CampaignMeters NAMES = new CampaignMeters(
            "requests", "shed", "deferred", "relayed", "outbox", "outbox.age", "lag", "drifted", "cold");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicInteger asked = new AtomicInteger();
    private final AdmissionMetrics metrics =
            new AdmissionMetrics(NAMES, () -> 3, () -> 2, this::groups, () -> Duration.ofMillis(1_500));
    private boolean redisAnswers = true;

    private long groups() {
        asked.incrementAndGet();
        if (!redisAnswers) {
            throw new RedisTimeoutException("it hangs");
        }
        return 7;
    }

    @BeforeEach
    void register() {
        metrics.bindTo(registry);
    }

    /** Reading the meters waits for nothing. */
    @Test
    void shouldTellWhatWasInTheOutboxAtTheLastLook() {
        metrics.look();
        redisAnswers = false;
        assertThat(gauge("outbox")).isEqualTo(7);
        assertThat(gauge("outbox.age")).isEqualTo(1.5);
        assertThat(asked).hasValue(1);
        assertThat(registry.get("deferred").functionCounter().count()).isEqualTo(3);
        assertThat(registry.get("relayed").functionCounter().count()).isEqualTo(2);
    }

    @Test
    void shouldTellThatNobodyKnowsWhileRedisDoesNotAnswerAndBeforeTheFirstLook() {
        assertThat(gauge("outbox")).isNaN();
        metrics.look();
        redisAnswers = false;
        metrics.look();
        assertThat(gauge("outbox")).isNaN();
        assertThat(gauge("outbox.age")).isNaN();
        redisAnswers = true;
        metrics.look();
        assertThat(gauge("outbox")).isEqualTo(7);
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }
}
