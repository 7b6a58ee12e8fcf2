package io.flashsale.coupon.claiming;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.spring.AdmissionResponses;
import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateCatalogue;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint. Touches neither MySQL nor anything else that could be slow, except to explain a refusal. */
@RestController
class ClaimController {

    private final AdmissionService admission;
    private final AdmissionResponses responses;
    private final TemplateCatalogue catalogue;

    ClaimController(AdmissionService admission, AdmissionResponses responses, TemplateCatalogue catalogue) {
        this.admission = admission;
        this.responses = responses;
        this.catalogue = catalogue;
    }

    record Accepted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId, String status) {}

    @ApiCall(
            value = "Claim one coupon of a template",
            status = 202,
            refusals = {
                ProblemType.SOLD_OUT,
                ProblemType.ALREADY_CLAIMED,
                ProblemType.COUPON_NOT_OPEN,
                ProblemType.COUPON_ENDED,
                ProblemType.COUPON_NOT_FOUND,
                ProblemType.COUPON_WARMING_UP,
                ProblemType.RATE_LIMITED
            })
    @PostMapping("/api/coupons/{templateId}/claims")
    ResponseEntity<Accepted> claim(
            @PathVariable long templateId,
            Shopper shopper,
            @RequestAttribute(CorrelationIdFilter.KEY) String correlationId) {
        Admission outcome = admission.admit(templateId, shopper.id(), correlationId);
        return responses.of(
                outcome,
                ClaimController::accepted,
                ClaimController::soldOut,
                () -> catalogue.find(templateId).map(CouponTemplate::closesAt));
    }

    private static ResponseEntity<Accepted> accepted(long couponId) {
        return ResponseEntity.accepted()
                .location(URI.create("/api/coupons/mine"))
                .body(new Accepted(couponId, "QUEUED"));
    }

    private static ResponseEntity<Accepted> soldOut() {
        return Problems.answer(Problems.of(ProblemType.SOLD_OUT, "All coupons of this kind are taken."));
    }
}
