package io.flashsale.controlroom.audit;

import io.flashsale.auditor.client.ClientReport;
import io.flashsale.auditor.coupon.CouponAuditor;
import io.flashsale.auditor.coupon.CouponVerdict;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import java.time.Duration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Audits coupons. Client observations use the format of orders: {@code orderId} is a coupon's id. */
@RestController
@RequestMapping("/api/lab/audit/coupons/{templateId}")
class CouponAuditController {

    private final CouponAuditor auditor;

    CouponAuditController(CouponAuditor auditor) {
        this.auditor = auditor;
    }

    @GetMapping
    ResponseEntity<CouponVerdict> audit(
            @PathVariable long templateId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return Problems.found(
                auditor.audit(templateId, Duration.ofSeconds(waitSeconds), null), ProblemType.COUPON_NOT_FOUND);
    }

    @PostMapping
    ResponseEntity<CouponVerdict> audit(
            @PathVariable long templateId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientReport clients)
            throws InterruptedException {
        return Problems.found(
                auditor.audit(templateId, Duration.ofSeconds(waitSeconds), clients.record()),
                ProblemType.COUPON_NOT_FOUND);
    }
}
