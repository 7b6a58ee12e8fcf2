package io.flashsale.order;

import io.flashsale.commons.adminchange.AdminChangeEndpoint;
import io.flashsale.commons.adminchange.AdminChanges;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/changes/orders")
class AdminChangeController extends AdminChangeEndpoint {

    AdminChangeController(AdminChanges changes) {
        super(changes);
    }
}
