package io.flashsale.lab.audit;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseEntity;

/** How an audit is asked and answered over HTTP, the real one and the naive one alike. */
public final class AuditAnswers {

    private AuditAnswers() {}

    /** The wait that was asked for, from 0 to {@link Auditor#MOST_PATIENCE}. */
    public static Duration patience(long waitSeconds) {
        return Duration.ofSeconds(Math.clamp(waitSeconds, 0, Auditor.MOST_PATIENCE.toSeconds()));
    }

    /** No verdict is 404 {@code sale-not-found}. */
    public static ResponseEntity<Verdict> of(Optional<Verdict> verdict) {
        return verdict.map(ResponseEntity::ok)
                .orElseGet(() -> Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND)));
    }
}
