package io.flashsale.controlroom.audit;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.coupon.CouponAuditor;
import io.flashsale.auditor.coupon.CouponVerdict;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.commons.SpreadsheetFile;
import io.flashsale.commons.SpreadsheetFile.Id;
import io.flashsale.commons.SpreadsheetFile.Separator;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.io.IOException;
import java.time.Duration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Audits sales and coupon templates. In what clients saw of a template, {@code orderId} is a coupon's id. */
@RestController
@RequestMapping("/api/lab/audit")
class AuditController {

    private final SaleAuditor sales;
    private final CouponAuditor coupons;

    AuditController(SaleAuditor sales, CouponAuditor coupons) {
        this.sales = sales;
        this.coupons = coupons;
    }

    @GetMapping("/{saleId}")
    ResponseEntity<SaleVerdict> sale(@PathVariable long saleId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return Problems.found(sales.audit(saleId, Duration.ofSeconds(waitSeconds), null), ProblemType.SALE_NOT_FOUND);
    }

    /** The verdict as a table: a row for each finding, and for each invariant without one. */
    @GetMapping(path = "/{saleId}/csv", produces = SpreadsheetFile.TYPE)
    void saleAsCsv(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "COMMA") Separator separator,
            HttpServletResponse response)
            throws InterruptedException, IOException {
        SaleVerdict verdict = sales.audit(saleId, Duration.ZERO, null)
                .orElseThrow(() -> new ProblemException(Problems.of(ProblemType.SALE_NOT_FOUND)));
        try (SpreadsheetFile file = SpreadsheetFile.answer(
                response,
                "audit-" + saleId,
                separator,
                "saleId",
                "auditedAtUtc",
                "invariant",
                "statement",
                "state",
                "finding",
                "count",
                "first",
                "worst",
                "last")) {
            Id sale = new Id(saleId);
            for (SaleVerdict.Line line : verdict.invariants()) {
                if (line.findings().isEmpty()) {
                    file.add(sale, verdict.auditedAt(), line.id(), line.statement(), line.state(), "", 0, "", "", "");
                }
                for (Finding found : line.findings()) {
                    file.add(
                            sale,
                            verdict.auditedAt(),
                            line.id(),
                            line.statement(),
                            line.state(),
                            found.kind(),
                            found.count(),
                            found.first(),
                            found.worst(),
                            found.last());
                }
            }
        }
    }

    @PostMapping("/{saleId}")
    ResponseEntity<SaleVerdict> sale(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientRecord clients)
            throws InterruptedException {
        return Problems.found(
                sales.audit(saleId, Duration.ofSeconds(waitSeconds), clients), ProblemType.SALE_NOT_FOUND);
    }

    @GetMapping("/coupons/{templateId}")
    ResponseEntity<CouponVerdict> template(
            @PathVariable long templateId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return Problems.found(
                coupons.audit(templateId, Duration.ofSeconds(waitSeconds), null), ProblemType.COUPON_NOT_FOUND);
    }

    @PostMapping("/coupons/{templateId}")
    ResponseEntity<CouponVerdict> template(
            @PathVariable long templateId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientRecord clients)
            throws InterruptedException {
        return Problems.found(
                coupons.audit(templateId, Duration.ofSeconds(waitSeconds), clients), ProblemType.COUPON_NOT_FOUND);
    }
}
