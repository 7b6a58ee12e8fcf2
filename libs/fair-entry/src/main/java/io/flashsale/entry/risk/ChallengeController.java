package io.flashsale.entry.risk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.proof.Challenge;
import io.flashsale.entry.risk.EntryGuard.Asked;
import io.flashsale.entry.risk.EntryGuard.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Gives out the challenges to solve before entering a sale. */
@RestController
class ChallengeController {

    private final EntryGuard guard;
    private final EntryAccess access;

    ChallengeController(EntryGuard guard, EntryAccess access) {
        this.guard = guard;
        this.access = access;
    }

    /**
     * A challenge in ALTCHA's format; all parts are absent if nothing has to be solved.
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
        return switch (guard.ask(saleId, EntryAccess.asking(shopper, request))) {
            case Asked.Nothing _ -> unstored(ProofView.NONE);
            case Asked.Work(Challenge challenge, List<String> reasons) -> unstored(ProofView.of(challenge, reasons));
            case Asked.Refused(Refusal refusal) -> access.refuse(refusal);
        };
    }

    private static ResponseEntity<ProofView> unstored(ProofView view) {
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(view);
    }
}
