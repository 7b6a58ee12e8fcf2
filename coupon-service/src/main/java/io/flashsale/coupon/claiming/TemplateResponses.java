package io.flashsale.coupon.claiming;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.spring.CampaignResponses;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.coupon.claiming.TemplateResponses.Accepted;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateCatalogue;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

@Component
class TemplateResponses implements CampaignResponses<Accepted> {

    static final String PATH = "/api/coupons/{templateId}/claims";

    private final TemplateCatalogue catalogue;

    TemplateResponses(TemplateCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    record Accepted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId, String status) {}

    @Override
    public String path(long templateId) {
        return PATH.replace("{templateId}", Long.toString(templateId));
    }

    @Override
    public ResponseEntity<Accepted> accepted(long couponId) {
        return ResponseEntity.accepted()
                .location(URI.create("/api/coupons/mine"))
                .body(new Accepted(couponId, "QUEUED"));
    }

    @Override
    public ResponseEntity<Accepted> refused(RefusalReason reason, ProblemDetail problem) {
        if (reason == RefusalReason.SOLD_OUT) {
            problem.setDetail("All coupons of this kind are taken.");
        }
        return CampaignResponses.super.refused(reason, problem);
    }

    @Override
    public Map<Long, Instant> closings(Set<Long> templateIds) {
        return catalogue.findAll(templateIds).stream().collect(toMap(CouponTemplate::id, CouponTemplate::closesAt));
    }
}
