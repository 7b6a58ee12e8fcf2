package io.flashsale.gateway.revocation;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports the gateway ready once it knows all ended sessions, and from then on: see {@link EndedSessionsWatch}. */
final class EndedSessionsHealthIndicator implements HealthIndicator {

    private final EndedSessionsWatch watch;

    EndedSessionsHealthIndicator(EndedSessionsWatch watch) {
        this.watch = watch;
    }

    @Override
    public Health health() {
        return watch.hasSeenAll() ? Health.up().build() : Health.outOfService().build();
    }
}
