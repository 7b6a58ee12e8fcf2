package io.flashsale.coupon.template;

import io.flashsale.commons.openapi.ApiCall;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CouponController {

    private final TemplateCatalogue catalogue;
    private final Clock clock;

    CouponController(TemplateCatalogue catalogue, Clock clock) {
        this.catalogue = catalogue;
        this.clock = clock;
    }

    @ApiCall("Coupons that can be claimed, will be, or could be lately")
    @GetMapping("/api/coupons")
    List<TemplateView> list() {
        Instant now = clock.instant();
        return catalogue.recent().stream()
                .map(template -> TemplateView.of(template, catalogue.remaining(template), now))
                .toList();
    }
}
