package io.flashsale.stock.entry.risk;

import io.flashsale.commons.network.ClientAddress;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.stock.entry.risk.EntryGuard.Admission;
import io.flashsale.stock.entry.risk.EntryGuard.Asking;
import io.flashsale.stock.entry.risk.EntryGuard.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;

/** What the {@link EntryGuard} says, as responses: lets a request through to what it guards, or says why not. */
@Service
public class EntryAccess {

    private final EntryGuard guard;
    private final Clock clock;

    EntryAccess(EntryGuard guard, Clock clock) {
        this.guard = guard;
        this.clock = clock;
    }

    /** What is guarded. */
    public interface Entrance<T> {

        /** @param countedFrom network to be counted with the number if it is new; null for none */
        ResponseEntity<T> enter(@Nullable String countedFrom);
    }

    /** What the entrance answers to whoever may enter; to anybody else, why he may not. */
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

    /** Why somebody is not let in, and when he may come back. */
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
