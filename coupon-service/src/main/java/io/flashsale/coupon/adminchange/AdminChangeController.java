package io.flashsale.coupon.adminchange;

import io.flashsale.commons.adminchange.AdminChangeConfiguration;
import io.flashsale.commons.adminchange.AdminChangeEndpoint;
import io.flashsale.commons.adminchange.AdminChanges;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/changes/coupons")
@Import(AdminChangeConfiguration.class)
class AdminChangeController extends AdminChangeEndpoint {

    AdminChangeController(AdminChanges changes) {
        super(changes);
    }
}
