package io.flashsale.entry.risk;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.risk.RiskScripts.Refused;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells administrators which accounts the rules have held up at the entrance of a sale, and why. */
@RestController
class EntryRefusalController {

    private final RiskScripts scripts;

    EntryRefusalController(RiskScripts scripts) {
        this.scripts = scripts;
    }

    record Refusals(List<RefusalView> items) {}

    record RefusalView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId, String reason, Instant at) {}

    @ApiCall(
            value =
                    "Accounts that had to work more, to wait, or showed a bad proof; newest first, each once a reason; with account only its own",
            refusals = {ProblemType.INVALID_REQUEST, ProblemType.SERVICE_UNAVAILABLE})
    @GetMapping("/api/admin/sales/{saleId}/entry/refusals")
    Refusals list(
            @PathVariable long saleId,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @Nullable Long account) {
        if (limit < 1 || limit > RiskScripts.MAX_LISTED) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "limit must be 1 to " + RiskScripts.MAX_LISTED + ".");
        }
        try {
            List<Refused> refused =
                    account == null ? scripts.refusals(saleId, limit) : scripts.refusalsOf(saleId, account);
            return new Refusals(refused.stream()
                    .limit(limit)
                    .map(each -> new RefusalView(each.userId(), each.reason(), each.at()))
                    .toList());
        } catch (RedisException unreachable) {
            throw new ProblemException(ProblemType.SERVICE_UNAVAILABLE, "Redis does not answer.");
        }
    }
}
