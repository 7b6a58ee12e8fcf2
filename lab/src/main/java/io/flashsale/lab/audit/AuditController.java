package io.flashsale.lab.audit;

import jakarta.validation.Valid;
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

    private final Auditor auditor;

    AuditController(Auditor auditor) {
        this.auditor = auditor;
    }

    @GetMapping
    ResponseEntity<Verdict> audit(@PathVariable long saleId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return AuditAnswers.of(auditor.audit(saleId, AuditAnswers.patience(waitSeconds)));
    }

    @PostMapping
    ResponseEntity<Verdict> audit(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientReport clients)
            throws InterruptedException {
        return AuditAnswers.of(auditor.audit(saleId, AuditAnswers.patience(waitSeconds), clients.record()));
    }
}
