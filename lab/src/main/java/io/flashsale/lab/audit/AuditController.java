package io.flashsale.lab.audit;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.web.problem.Problems;
import jakarta.validation.Valid;
import java.time.Duration;
import java.util.Optional;
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
        return answer(auditor.audit(saleId, patience(waitSeconds)));
    }

    @PostMapping
    ResponseEntity<Verdict> audit(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientReport clients)
            throws InterruptedException {
        return answer(auditor.audit(saleId, patience(waitSeconds), clients.record()));
    }

    private static Duration patience(long seconds) {
        return Duration.ofSeconds(Math.clamp(seconds, 0, Auditor.MOST_PATIENCE.toSeconds()));
    }

    private static ResponseEntity<Verdict> answer(Optional<Verdict> verdict) {
        return verdict.map(ResponseEntity::ok)
                .orElseGet(() -> Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND)));
    }
}
