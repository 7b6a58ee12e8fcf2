package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.outbox.OutboxRelay;
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
    private final AdmissionService admission = mock(AdmissionService.class);
    private final OutboxRelay relay = mock(OutboxRelay.class);
    private final AdmissionMetrics metrics = new AdmissionMetrics(NAMES, admission, relay);
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
        when(admission.deferred()).thenReturn(3L);
        when(relay.relayed()).thenReturn(2L);
        when(relay.outboxLength()).thenAnswer(_ -> groups());
        when(relay.oldestAge()).thenReturn(Duration.ofMillis(1_500));
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
