package io.flashsale.coupon.wallet;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.coupon.discount.Conditions.Quote;
import io.flashsale.coupon.discount.DiscountView;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.wallet.WalletMapper.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A coupon as its owner sees it.
 *
 * @param orderId order that reserved or used it
 * @param discountCents what it takes off that order's price
 * @param estimateCents what it would take off the given purchase; absent if it cannot be used
 * @param refusal why it cannot be used
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
        /** Reserved for an order that is about to be paid. */
        RESERVED,
        USED,
        /** Not used in time. */
        EXPIRED
    }

    /** @param quote for the given purchase; null if none was given */
    static MyCoupon of(Row row, CouponTemplate template, @Nullable Quote quote, Instant now) {
        State state = State.valueOf(row.status());
        Quote offer = state == State.UNUSED ? quote : null;
        return new MyCoupon(
                row.id(),
                template.id(),
                template.title(),
                DiscountView.of(template.discount(), template.conditions()),
                state == State.UNUSED && template.conditions().isExpiredAt(now) ? State.EXPIRED : state,
                row.orderId(),
                row.discountCents(),
                row.claimedAt(),
                row.usedAt(),
                offer instanceof Quote.Applicable(long cents) ? cents : null,
                offer instanceof Quote.Refused(CouponRefusal reason) ? reason : null,
                now);
    }

    /** What it would take off the purchase; 0 if it cannot be used. */
    long takesOff() {
        return estimateCents == null ? 0 : estimateCents;
    }
}
