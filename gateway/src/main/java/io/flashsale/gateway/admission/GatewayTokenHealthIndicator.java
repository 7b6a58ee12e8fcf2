package io.flashsale.gateway.admission;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The gateway is ready once it has a token to send reservations with, and stays so: see {@link GatewayToken}. */
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
