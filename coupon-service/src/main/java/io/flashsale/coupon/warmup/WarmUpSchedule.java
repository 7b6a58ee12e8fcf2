package io.flashsale.coupon.warmup;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateChanged;
import io.flashsale.coupon.template.TemplateCreated;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the gates of templates in step with MySQL, and reports readiness: an instance is ready once it has seen all
 * recent templates warm. Losing Redis later does not make it unready again; a 503 that says so tells a shopper more.
 */
@Component("couponsWarm")
class WarmUpSchedule implements HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(WarmUpSchedule.class);

    private final StockGateWarmUp warmUp;
    private final TemplatesToWarm templates;
    private final StockGates gates;
    private volatile boolean seenAllWarm;
    private boolean failing;

    WarmUpSchedule(StockGateWarmUp warmUp, TemplatesToWarm templates, StockGates gates) {
        this.warmUp = warmUp;
        this.templates = templates;
        this.gates = gates;
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
                log.warn("coupons cannot be warmed up now, will try on", fault);
                failing = true;
            }
        }
    }

    @EventListener
    void open(TemplateCreated created) {
        try {
            warmUp.open(created.templateId());
        } catch (RedisException unreachable) {
            log.warn("coupon {} is not in Redis yet, the next warm-up brings it there", created.templateId());
        }
    }

    @EventListener
    void amend(TemplateChanged changed) {
        amendAll();
    }

    /** Tells the gates of the newest revisions; those that know theirs do nothing. */
    @Scheduled(fixedDelayString = "10s")
    void amendAll() {
        try {
            templates.recent().stream().map(CouponTemplate::campaign).forEach(gates::amend);
        } catch (RedisException | DataAccessException | TransactionException fault) {
            log.warn("changed coupons are not amended in Redis yet: {}", fault.getMessage());
        }
    }

    @Override
    public Health health() {
        return seenAllWarm
                ? Health.up().build()
                : Health.outOfService()
                        .withDetail("reason", "not all coupons are in Redis yet")
                        .build();
    }
}
