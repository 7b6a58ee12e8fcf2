package io.flashsale.gateway.edge;

import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports the gateway ready once the condition has been true, and from then on. The gateway keeps working with what
 * it has got from order-service, so a later stop of order-service must not take the shop down.
 */
public final class ReadyOnce implements HealthIndicator {

    private final BooleanSupplier condition;
    private volatile boolean ready;

    public ReadyOnce(BooleanSupplier condition) {
        this.condition = condition;
    }

    @Override
    public Health health() {
        ready = ready || condition.getAsBoolean();
        return ready ? Health.up().build() : Health.outOfService().build();
    }
}
