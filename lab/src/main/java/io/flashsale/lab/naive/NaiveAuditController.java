package io.flashsale.lab.naive;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.lab.audit.ClientRecord;
import io.flashsale.lab.audit.ClientReport;
import io.flashsale.lab.audit.Verdict;
import io.flashsale.web.problem.Problems;
import jakarta.validation.Valid;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
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

    private static final long MOST_SECONDS = 60;

    private final NaiveAuditor auditor;

    NaiveAuditController(NaiveAuditor auditor) {
        this.auditor = auditor;
    }

    @GetMapping
    ResponseEntity<Verdict> audit(@PathVariable long saleId, @RequestParam(defaultValue = "0") long waitSeconds)
            throws InterruptedException {
        return answer(saleId, waitSeconds, null);
    }

    @PostMapping
    ResponseEntity<Verdict> audit(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "0") long waitSeconds,
            @Valid @RequestBody ClientReport clients)
            throws InterruptedException {
        return answer(saleId, waitSeconds, clients.record());
    }

    private ResponseEntity<Verdict> answer(long saleId, long waitSeconds, @Nullable ClientRecord clients)
            throws InterruptedException {
        Duration patience = Duration.ofSeconds(Math.clamp(waitSeconds, 0, MOST_SECONDS));
        return auditor.audit(saleId, patience, clients)
                .map(ResponseEntity::ok)
                .orElseGet(() -> Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND)));
    }
}
