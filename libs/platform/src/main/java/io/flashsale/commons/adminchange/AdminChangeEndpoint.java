package io.flashsale.commons.adminchange;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.contracts.problem.ProblemType;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Shows administrators who changed what in a service, when, and from where. The service sets the path, and has table
 * {@code admin_change}.
 */
@Import({AdminChanges.class, AdminChangeFilter.class, MadeOnce.class})
public abstract class AdminChangeEndpoint {

    private final AdminChanges changes;

    protected AdminChangeEndpoint(AdminChanges changes) {
        this.changes = changes;
    }

    @ApiCall(value = "Changes by administrators, newest first", refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    public final AdminChange.Items list(@RequestParam(defaultValue = "50") int limit) {
        return changes.latest(limit);
    }
}
