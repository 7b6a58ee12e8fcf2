package io.flashsale.coupon.claiming;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.Pages;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.spring.reconciliation.CampaignLedger;
import io.flashsale.coupon.claiming.HolderMapper.HeldCoupon;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateRepository;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Provides the recent templates, the number of coupons left of each, and the shoppers' coupons. */
@Component
class TemplateCampaigns implements StockGateWarmUp.Campaigns, CampaignLedger {

    private static final Logger log = LoggerFactory.getLogger(TemplateCampaigns.class);

    /** Rows per query. */
    private static final int PAGE = 5_000;

    private final TemplateRepository templates;
    private final HolderMapper holders;
    private final TransactionTemplate transaction;
    private final Clock clock;

    TemplateCampaigns(
            TemplateRepository templates, HolderMapper holders, TransactionTemplate transaction, Clock clock) {
        this.templates = templates;
        this.holders = holders;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public List<Campaign> wanted(@Nullable Campaign last) {
        return templates.recentAfter(last, clock.instant()).stream()
                .map(CouponTemplate::campaign)
                .toList();
    }

    @Override
    public List<Campaign> find(long templateId) {
        return templates.find(templateId).map(CouponTemplate::campaign).stream().toList();
    }

    /** Locks the template's row, so that no claim becomes a coupon between reading and opening the gate. */
    @Override
    public boolean reopen(long templateId, StockGateRebuild rebuild) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            CouponTemplate template = templates.lock(templateId).orElseThrow();
            log.info("coupon {}: {} left, {} claimed", templateId, template.unclaimed(), template.claimed());
            return rebuild.reopen(template.campaign(), template.unclaimed(), 0, held(templateId));
        }));
    }

    private Stream<Held> held(long templateId) {
        Pages<HeldCoupon> held = last -> last == null
                ? holders.after(templateId, 0, 0, PAGE)
                : holders.after(templateId, last.userId(), last.place(), PAGE);
        return held.stream().flatMap(List::stream).map(coupon -> new Held(coupon.userId(), coupon.id()));
    }

    @Override
    public Set<Long> known(Collection<Long> couponIds) {
        return holders.known(couponIds);
    }

    @Override
    public Levels levels(long templateId) {
        return Objects.requireNonNull(transaction.execute(status -> {
            CouponTemplate template = templates.lock(templateId).orElseThrow();
            return new Levels(template.campaign(), template.unclaimed(), template.claimed(), 0);
        }));
    }
}
