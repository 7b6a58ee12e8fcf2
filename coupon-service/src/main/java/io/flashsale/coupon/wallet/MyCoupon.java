package io.flashsale.coupon.wallet;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.coupon.discount.Conditions.Quote;
import io.flashsale.coupon.discount.DiscountView;
import io.flashsale.coupon.template.CouponTemplate;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A coupon as its owner sees it.
 *
 * @param orderId which holds it or was paid with it
 * @param discountCents that it takes off that order's price
 * @param estimateCents that it would take off the purchase that was asked about; absent if it cannot be used for it
 * @param refusal why it cannot
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MyCoupon(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long templateId,
        String title,
        DiscountView worth,
        State state,

        @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
        Long orderId,

        @Nullable Long discountCents,
        Instant claimedAt,
        @Nullable Instant usedAt,
        @Nullable Long estimateCents,
        @Nullable CouponRefusal refusal,
        Instant serverTime) {

    enum State {
        UNUSED,
        /** Kept for an order that is about to be paid. */
        RESERVED,
        USED,
        /** Not used in time. */
        EXPIRED
    }

    static MyCoupon of(
            long id,
            CouponTemplate template,
            State state,
            @Nullable Long orderId,
            @Nullable Long discountCents,
            Instant claimedAt,
            @Nullable Instant usedAt,
            @Nullable Quote quote,
            Instant now) {
        return new MyCoupon(
                id,
                template.id(),
                template.title(),
                DiscountView.of(template.discount(), template.conditions()),
                state,
                orderId,
                discountCents,
                claimedAt,
                usedAt,
                quote instanceof Quote.Applicable(long cents) ? cents : null,
                quote instanceof Quote.Refused(CouponRefusal reason) ? reason : null,
                now);
    }

    /** What it would take off the purchase; nothing if it cannot be used. */
    long takesOff() {
        return estimateCents == null ? 0 : estimateCents;
    }
}
