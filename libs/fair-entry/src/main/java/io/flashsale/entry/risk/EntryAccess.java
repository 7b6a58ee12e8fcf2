package io.flashsale.entry.risk;

import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.quota.ClientAddress;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.entry.risk.EntryGuard.Admission;
import io.flashsale.entry.risk.EntryGuard.Asking;
import io.flashsale.entry.risk.EntryGuard.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;

/** Turns the decisions of the {@link EntryGuard} into responses: lets a request through, or says why not. */
@Service
public class EntryAccess {

    private final EntryGuard guard;
    private final Clock clock;

    EntryAccess(EntryGuard guard, Clock clock) {
        this.guard = guard;
        this.clock = clock;
    }

    public interface Entrance<T> {

        /** @param countedFrom network to count with the number if it is new; null for none */
        ResponseEntity<T> enter(@Nullable String countedFrom);
    }

    /** The entrance's answer to a shopper who may enter; to others, the reason why they may not. */
    public <T> ResponseEntity<T> enter(
            long saleId, Shopper shopper, HttpServletRequest request, @Nullable String proof, Entrance<T> entrance) {
        return switch (guard.admit(saleId, asking(shopper, request), proof)) {
            case Admission.Admitted(String countedFrom) -> entrance.enter(countedFrom);
            case Admission.Refused(Refusal refusal) -> refuse(refusal);
        };
    }

    static Asking asking(Shopper shopper, HttpServletRequest request) {
        return new Asking(
                shopper.id(),
                CurrentUser.accountSince().orElse(null),
                ClientAddress.networkOf(request.getRemoteAddr()).toString());
    }

    /** The response to a shopper who is not let in: why, and when to come back. */
    <T> ResponseEntity<T> refuse(Refusal refusal) {
        ProblemDetail problem = Problems.of(refusal.problem());
        if (refusal.reason() != null) {
            problem.setProperty("reason", refusal.reason());
        }
        Instant until = refusal.until();
        if (until == null) {
            return problem.getStatus() == 503 ? Problems.retryLater(problem) : Problems.answer(problem);
        }
        return Problems.retryAt(until, clock.instant(), problem);
    }
}
