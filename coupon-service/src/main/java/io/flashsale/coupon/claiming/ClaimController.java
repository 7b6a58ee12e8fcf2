package io.flashsale.coupon.claiming;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.coupon.template.TemplateCatalogue;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint. Touches neither MySQL nor anything else that could be slow, except to explain a refusal. */
@RestController
class ClaimController {

    private final AdmissionService admission;
    private final TemplateCatalogue catalogue;
    private final MeterRegistry meters;
    private final Clock clock;

    ClaimController(AdmissionService admission, TemplateCatalogue catalogue, MeterRegistry meters, Clock clock) {
        this.admission = admission;
        this.catalogue = catalogue;
        this.meters = meters;
        this.clock = clock;
    }

    record Accepted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId, String status) {

        static ResponseEntity<Accepted> answer(long couponId) {
            return ResponseEntity.accepted()
                    .location(URI.create("/api/coupons/mine"))
                    .body(new Accepted(couponId, "QUEUED"));
        }
    }

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
        count(outcome);
        return switch (outcome) {
            case Admission.Admitted(var reservation) -> Accepted.answer(reservation.id());
            case Admission.AdmittedBefore before -> Accepted.answer(before.reservationId());
            case Admission.AlreadyHolding(long couponId) -> alreadyClaimed(couponId);
            case Admission.SoldOut _ ->
                Problems.answer(Problems.of(ProblemType.SOLD_OUT, "All coupons of this kind are taken."));
            case Admission.NotOpen(Instant opensAt) -> notOpen(opensAt);
            case Admission.Ended _ -> Problems.answer(Problems.of(ProblemType.COUPON_ENDED));
            case Admission.NotReady(var cause) -> notReady(templateId, cause);
        };
    }

    private static ResponseEntity<Accepted> alreadyClaimed(long couponId) {
        ProblemDetail problem = Problems.of(ProblemType.ALREADY_CLAIMED);
        problem.setProperty("couponId", Long.toString(couponId));
        return Problems.answer(problem);
    }

    private static ResponseEntity<Accepted> notOpen(Instant opensAt) {
        ProblemDetail problem = Problems.of(ProblemType.COUPON_NOT_OPEN);
        problem.setProperty("opensAt", opensAt);
        return Problems.answer(problem);
    }

    /** There may be no gate because there is no such template, or because it ended long ago: then say that. */
    private ResponseEntity<Accepted> notReady(long templateId, Admission.NotReady.Cause cause) {
        if (cause == Admission.NotReady.Cause.MISSING) {
            var template = catalogue.find(templateId);
            if (template.isEmpty()) {
                return Problems.answer(Problems.of(ProblemType.COUPON_NOT_FOUND));
            }
            if (template.get().hasEndedAt(clock.instant())) {
                return Problems.answer(Problems.of(ProblemType.COUPON_ENDED));
            }
        }
        return Problems.answer(
                ResponseEntity.status(ProblemType.COUPON_WARMING_UP.status()).header(HttpHeaders.RETRY_AFTER, "1"),
                Problems.of(ProblemType.COUPON_WARMING_UP));
    }

    private void count(Admission admission) {
        String outcome = switch (admission) {
            case Admission.Admitted _, Admission.AdmittedBefore _ -> "admitted";
            case Admission.AlreadyHolding _ -> "already-claimed";
            case Admission.SoldOut _ -> "sold-out";
            case Admission.NotOpen _ -> "not-open";
            case Admission.Ended _ -> "ended";
            case Admission.NotReady _ -> "not-ready";
        };
        meters.counter("flashsale.claims", "outcome", outcome).increment();
    }
}
