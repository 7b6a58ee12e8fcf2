package io.flashsale.stock.warmup;

import io.flashsale.admission.StockGateWarmUp;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Keeps sales warm, and reports readiness: an instance is ready once it has seen all recent sales warm.
 *
 * <p>Losing Redis later does not make it unready again: all instances would lose it together, and a 503 that says
 * "warming up" tells a shopper more than a load balancer that has nobody left.
 */
@Component("salesWarm")
class WarmUpSchedule implements HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(WarmUpSchedule.class);

    private final StockGateWarmUp warmUp;
    private volatile boolean seenAllWarm;
    private boolean failing;

    WarmUpSchedule(StockGateWarmUp warmUp) {
        this.warmUp = warmUp;
    }

    @Scheduled(fixedDelayString = "500ms")
    void run() throws InterruptedException {
        try {
            if (warmUp.warmAll()) {
                seenAllWarm = true;
            }
            failing = false;
        } catch (RedisException | DataAccessException | TransactionException fault) {
            if (!failing) {
                log.warn("sales cannot be warmed up now, will try on", fault);
                failing = true;
            }
        }
    }

    @Override
    public Health health() {
        return seenAllWarm
                ? Health.up().build()
                : Health.outOfService()
                        .withDetail("reason", "not all sales are in Redis yet")
                        .build();
    }
}
