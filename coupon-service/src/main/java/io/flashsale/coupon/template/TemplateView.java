package io.flashsale.coupon.template;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.admission.spring.CampaignState;
import io.flashsale.coupon.discount.DiscountView;
import java.time.Instant;

/** A template as a shopper sees it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TemplateView(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String title,
        DiscountView worth,
        long quantity,
        long remaining,
        int perPerson,
        Instant opensAt,
        Instant closesAt,
        CampaignState state,
        Instant serverTime) {

    static TemplateView of(CouponTemplate template, long remaining, Instant now) {
        return new TemplateView(
                template.id(),
                template.title(),
                DiscountView.of(template.discount(), template.conditions()),
                template.quantity(),
                remaining,
                template.perPerson(),
                template.opensAt(),
                template.closesAt(),
                CampaignState.at(now, template.opensAt(), template.closesAt(), remaining),
                now);
    }
}
