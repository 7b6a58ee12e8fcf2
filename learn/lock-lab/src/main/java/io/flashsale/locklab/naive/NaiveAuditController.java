package io.flashsale.locklab.naive;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.sale.NaiveAuditor;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lab/naive/audit/{saleId}")
class NaiveAuditController {

    private static final Logger log = LoggerFactory.getLogger(NaiveAuditController.class);

    private final NaiveAuditor auditor;

    NaiveAuditController(NaiveAuditor auditor) {
        this.auditor = auditor;
    }

    @GetMapping
    ResponseEntity<SaleVerdict> audit(@PathVariable long saleId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return Problems.found(auditor.audit(saleId, Duration.ofSeconds(waitSeconds), null), ProblemType.SALE_NOT_FOUND);
    }

    @PostMapping
    ResponseEntity<SaleVerdict> audit(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientRecord clients)
            throws InterruptedException {
        return Problems.found(
                auditor.audit(saleId, Duration.ofSeconds(waitSeconds), clients), ProblemType.SALE_NOT_FOUND);
    }

    @ExceptionHandler
    ResponseEntity<Object> unreadable(SourceUnavailableException fault) {
        log.warn("{}: {}", fault.getMessage(), String.valueOf(fault.getCause()));
        return Problems.retryLater(fault.source().description() + " does not answer as it should.");
    }
}
