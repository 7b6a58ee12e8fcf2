package io.flashsale.controlroom.audit;

import io.flashsale.auditor.client.ClientReport;
import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.sale.SaleVerdict;
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

@RestController
@RequestMapping("/api/lab/audit/{saleId}")
class AuditController {

    private final SaleAuditor auditor;

    AuditController(SaleAuditor auditor) {
        this.auditor = auditor;
    }

    @GetMapping
    ResponseEntity<SaleVerdict> audit(@PathVariable long saleId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return Problems.found(auditor.audit(saleId, Duration.ofSeconds(waitSeconds)), ProblemType.SALE_NOT_FOUND);
    }

    @PostMapping
    ResponseEntity<SaleVerdict> audit(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientReport clients)
            throws InterruptedException {
        return Problems.found(
                auditor.audit(saleId, Duration.ofSeconds(waitSeconds), clients.record()), ProblemType.SALE_NOT_FOUND);
    }
}
