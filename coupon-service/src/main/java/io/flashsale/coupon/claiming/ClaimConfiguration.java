package io.flashsale.coupon.claiming;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.spring.AdmissionConfiguration;
import io.flashsale.admission.spring.CampaignMeters;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import io.flashsale.contracts.problem.RefusalReason;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configures claiming. The campaigns of this service are its templates; a claim becomes a coupon under the same id. */
@Configuration(proxyBeanMethods = false)
@Import(AdmissionConfiguration.class)
class ClaimConfiguration {

    @Bean
    CampaignType templates() {
        return new CampaignType(
                CampaignKind.COUPON,
                CouponClaimed.TOPIC,
                CouponClaimed.ISSUING_GROUP,
                ClaimConfiguration::message,
                new CampaignMeters(
                        "flashsale.claims",
                        "flashsale.claims.shed",
                        "flashsale.claims.deferred",
                        "flashsale.claims.relayed",
                        "flashsale.claims.outbox",
                        "flashsale.claims.outbox.age.seconds",
                        "flashsale.claims.lag",
                        "flashsale.reconciliation.drifted.coupons",
                        "flashsale.reconciliation.cold.coupons"),
                RefusalReason.Campaign.COUPON,
                "couponId");
    }

    private static CouponClaimedGroup message(ReservationGroup group) {
        List<CouponClaimedGroup.Line> claims = group.reservations().stream()
                .map(claim -> new CouponClaimedGroup.Line(
                        claim.id(), claim.userId(), claim.correlationId().isEmpty() ? null : claim.correlationId()))
                .toList();
        return new CouponClaimedGroup(group.campaignId(), group.admittedAt(), claims);
    }
}
