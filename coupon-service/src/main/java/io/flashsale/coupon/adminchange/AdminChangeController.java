package io.flashsale.coupon.adminchange;

import io.flashsale.commons.adminchange.AdminChange;
import io.flashsale.commons.adminchange.AdminChangeConfiguration;
import io.flashsale.commons.adminchange.AdminChanges;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.contracts.problem.ProblemType;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** For administrators: who changed what in this service, when, and from where. */
@RestController
@Import(AdminChangeConfiguration.class)
class AdminChangeController {

    private final AdminChanges changes;

    AdminChangeController(AdminChanges changes) {
        this.changes = changes;
    }

    @ApiCall(value = "Changes by administrators, newest first", refusals = ProblemType.INVALID_REQUEST)
    @GetMapping("/api/admin/changes/coupons")
    AdminChange.Items list(@RequestParam(defaultValue = "50") int limit) {
        return changes.latest(limit);
    }
}
