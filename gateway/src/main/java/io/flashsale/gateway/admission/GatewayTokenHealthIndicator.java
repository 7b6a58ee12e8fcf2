package io.flashsale.gateway.admission;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports the gateway ready once it has a token to send reservations with, and from then on: see {@link
 * GatewayToken}.
 */
final class GatewayTokenHealthIndicator implements HealthIndicator {

    private final GatewayToken token;
    private volatile boolean known;

    GatewayTokenHealthIndicator(GatewayToken token) {
        this.token = token;
    }

    @Override
    public Health health() {
        known = known || token.isHeld();
        return known ? Health.up().build() : Health.outOfService().build();
    }
}
