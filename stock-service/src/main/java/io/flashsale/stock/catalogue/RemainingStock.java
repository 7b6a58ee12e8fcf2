package io.flashsale.stock.catalogue;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.time.Duration;
import java.util.Optional;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** How many units can still be had: what Redis says, at most 200 ms old, or MySQL while Redis cannot say. */
@Component
class RemainingStock {

    private static final Logger log = LoggerFactory.getLogger(RemainingStock.class);

    private final LoadingCache<Long, Optional<Long>> inRedis;

    RemainingStock(StockGates gates) {
        inRedis = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofMillis(200))
                .maximumSize(10_000)
                .build(saleId -> ask(gates, saleId));
    }

    long of(SaleWithStock sale) {
        return inRedis.get(sale.id()).orElse(sale.available());
    }

    private static Optional<Long> ask(StockGates gates, long saleId) {
        try {
            return gates.state(saleId).map(StockGateState::remaining);
        } catch (RedisException unreachable) {
            log.debug("the remaining stock of sale {} comes from MySQL", saleId, unreachable);
            return Optional.empty();
        }
    }
}
