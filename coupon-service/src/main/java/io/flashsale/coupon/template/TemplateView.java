package io.flashsale.coupon.template;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
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
        State state,
        Instant serverTime) {

    enum State {
        UPCOMING,
        OPEN,
        SOLD_OUT,
        ENDED
    }

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
                stateOf(template, remaining, now),
                now);
    }

    private static State stateOf(CouponTemplate template, long remaining, Instant now) {
        if (template.hasEndedAt(now)) {
            return State.ENDED;
        }
        if (now.isBefore(template.opensAt())) {
            return State.UPCOMING;
        }
        return remaining > 0 ? State.OPEN : State.SOLD_OUT;
    }
}
