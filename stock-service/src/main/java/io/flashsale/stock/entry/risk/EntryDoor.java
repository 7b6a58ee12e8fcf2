package io.flashsale.stock.entry.risk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.commons.network.ClientAddress;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.stock.entry.proof.Challenge;
import io.flashsale.stock.entry.risk.EntryGuard.Admission;
import io.flashsale.stock.entry.risk.EntryGuard.Asked;
import io.flashsale.stock.entry.risk.EntryGuard.Asking;
import io.flashsale.stock.entry.risk.EntryGuard.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The guard of the entrance over HTTP: gives challenges, and says for other calls who is not let in. */
@RestController
public class EntryDoor {

    private final EntryGuard guard;
    private final Clock clock;

    EntryDoor(EntryGuard guard, Clock clock) {
        this.guard = guard;
        this.clock = clock;
    }

    /**
     * A challenge in ALTCHA's format, without any part of it where nothing needs to be solved.
     *
     * @param reasons why it is more work than the sale asks of everybody
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ProofView(
            boolean needed,
            @Nullable String algorithm,
            @Nullable String challenge,
            @Nullable String salt,
            @Nullable Long maxnumber,
            @Nullable String signature,
            @Nullable Instant expiresAt,
            @Nullable List<String> reasons) {

        static final ProofView NONE = new ProofView(false, null, null, null, null, null, null, null);

        static ProofView of(Challenge challenge, List<String> reasons) {
            return new ProofView(
                    true,
                    challenge.algorithm(),
                    challenge.challenge(),
                    challenge.salt(),
                    challenge.maxnumber(),
                    challenge.signature(),
                    challenge.expiresAt(),
                    reasons);
        }
    }

    @ApiCall(
            value = "What the browser has to compute before its shopper may enter: a challenge in ALTCHA's format",
            refusals = {
                ProblemType.ENTRY_NOT_NEEDED,
                ProblemType.TOO_MANY_UNPAID,
                ProblemType.SALE_NOT_FOUND,
                ProblemType.SALE_WARMING_UP
            })
    @GetMapping("/api/sales/{saleId}/entry/proof")
    ResponseEntity<ProofView> proof(@PathVariable long saleId, Shopper shopper, HttpServletRequest request) {
        return switch (guard.ask(saleId, asking(shopper, request))) {
            case Asked.Nothing _ -> unstored(ProofView.NONE);
            case Asked.Work(Challenge challenge, List<String> reasons) -> unstored(ProofView.of(challenge, reasons));
            case Asked.Refused(Refusal refusal) -> answer(refusal);
        };
    }

    /** What lies behind the door. */
    public interface Entrance<T> {

        /** @param provenFrom network of a proof of work, counted with the number if it is new; null if none was asked for */
        ResponseEntity<T> enter(@Nullable String provenFrom);
    }

    /** What the entrance answers to whoever may enter; to anybody else, why he may not. */
    public <T> ResponseEntity<T> letIn(
            long saleId, Shopper shopper, HttpServletRequest request, @Nullable String proof, Entrance<T> entrance) {
        return switch (guard.admit(saleId, asking(shopper, request), proof)) {
            case Admission.Admitted(String provenFrom) -> entrance.enter(provenFrom);
            case Admission.Refused(Refusal refusal) -> answer(refusal);
        };
    }

    private static ResponseEntity<ProofView> unstored(ProofView view) {
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(view);
    }

    private static Asking asking(Shopper shopper, HttpServletRequest request) {
        return new Asking(
                shopper.id(),
                CurrentUser.accountSince().orElse(null),
                ClientAddress.networkOf(request.getRemoteAddr()).toString());
    }

    private <T> ResponseEntity<T> answer(Refusal refusal) {
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
