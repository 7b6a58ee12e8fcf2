package io.flashsale.coupon.template;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The recent templates, at most one second old, and what is left of each by Redis, at most 200 ms old: a stampede of
 * readers costs next to nothing. {@link #refresh} makes a change visible at once on this instance.
 */
@Component
public class TemplateCatalogue {

    private static final Logger log = LoggerFactory.getLogger(TemplateCatalogue.class);

    private final LoadingCache<String, List<CouponTemplate>> recent;
    private final LoadingCache<Long, Optional<CouponTemplate>> byId;
    private final LoadingCache<Long, Optional<Long>> remaining;

    TemplateCatalogue(TemplateTable table, StockGates gates, Clock clock) {
        Caffeine<Object, Object> aSecond = Caffeine.newBuilder().expireAfterWrite(Duration.ofSeconds(1));
        recent = aSecond.build(key -> table.recent(clock.instant()));
        byId = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofSeconds(1))
                .maximumSize(10_000)
                .build(table::find);
        remaining = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofMillis(200))
                .maximumSize(10_000)
                .build(id -> ask(gates, id));
    }

    List<CouponTemplate> recent() {
        return recent.get("recent");
    }

    public Optional<CouponTemplate> find(long id) {
        return byId.get(id);
    }

    /** How many can still be claimed: what Redis says, or MySQL while Redis cannot say. */
    long remaining(CouponTemplate template) {
        return remaining.get(template.id()).orElse(template.unclaimed());
    }

    private static Optional<Long> ask(StockGates gates, long templateId) {
        try {
            return gates.state(templateId).map(StockGateState::remaining);
        } catch (RedisException unreachable) {
            log.debug("what is left of template {} comes from MySQL", templateId, unreachable);
            return Optional.empty();
        }
    }

    void refresh(long id) {
        byId.invalidate(id);
        recent.invalidateAll();
    }
}
