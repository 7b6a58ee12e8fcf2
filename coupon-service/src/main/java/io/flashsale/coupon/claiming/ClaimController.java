package io.flashsale.coupon.claiming;

import io.flashsale.admission.AdmissionRequest;
import io.flashsale.admission.spring.AdmissionResponses;
import io.flashsale.admission.spring.JointAdmission;
import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.coupon.claiming.TemplateResponses.Accepted;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/**
 * Claims a coupon for one shopper; groups of shoppers use another endpoint. Depends only on Redis. MySQL and other
 * slow servers are needed just to explain a refusal.
 */
@RestController
class ClaimController {

    private final JointAdmission admission;
    private final AdmissionResponses<Accepted> responses;

    ClaimController(JointAdmission admission, AdmissionResponses<Accepted> responses) {
        this.admission = admission;
        this.responses = responses;
    }

    @ApiCall(
            value = "Claim one coupon of a template",
            status = 202,
            refusalsOf = RefusalReason.Campaign.COUPON,
            refusals = ProblemType.RATE_LIMITED)
    @PostMapping(TemplateResponses.PATH)
    ResponseEntity<Accepted> claim(
            @PathVariable long templateId,
            Shopper shopper,
            @RequestAttribute(CorrelationIdFilter.KEY) String correlationId) {
        return responses.of(templateId, admission.admit(new AdmissionRequest(templateId, shopper.id(), correlationId)));
    }
}
