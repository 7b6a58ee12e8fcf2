package io.flashsale.coupon.template;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.admission.spring.CampaignState;
import io.flashsale.coupon.discount.DiscountView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A template as a shopper sees it.
 *
 * @param serverTime absent in a page of the list, which stays the same while nothing changes
 */
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
        @Nullable Instant serverTime) {

    static TemplateView of(CouponTemplate template, long remaining, Instant now) {
        return at(template, remaining, now, now);
    }

    static TemplateView untimed(CouponTemplate template, long remaining, Instant now) {
        return at(template, remaining, now, null);
    }

    private static TemplateView at(CouponTemplate template, long remaining, Instant now, @Nullable Instant serverTime) {
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
                serverTime);
    }
}
