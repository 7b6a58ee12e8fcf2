package io.flashsale.order.ordering;

import io.flashsale.order.ordering.CouponUse.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its row says. Title, picture and price are those promised at the reservation.
 *
 * @param reason why it ended; absent while it is open and when it is paid
 * @param payDeadline absent if it was rejected
 * @param overdue whether it awaited payment past its deadline when it was read, by the clock that set the deadline
 * @param traceparent trace of its click; absent unless the click is followed, which few are
 * @param refundCents what was charged without paying the order: it goes back, or went
 * @param couponState part of {@link #coupon} with the components after it; absent if there never was a coupon
 */
public record Order(
        long id,
        long saleId,
        long userId,
        String title,
        String imageUrl,
        long priceCents,
        OrderStatus status,
        @Nullable EndReason reason,
        Instant createdAt,
        @Nullable Instant payDeadline,
        @Nullable Instant paidAt,
        @Nullable Instant closedAt,
        boolean overdue,
        @Nullable String traceparent,
        long refundCents,
        @Nullable State couponState,
        long couponId,
        int attempt,
        long couponCents,
        int openCharges) {

    /** The coupon of the last attempt to pay with one; absent if there was none. */
    public @Nullable CouponUse coupon() {
        return couponState == null ? null : new CouponUse(couponId, attempt, couponState, couponCents, openCharges);
    }

    /** What a coupon takes off the amount that is paid or being paid. */
    public long discountCents() {
        CouponUse coupon = coupon();
        return coupon != null && coupon.counts() ? coupon.discountCents() : 0;
    }

    /** The same order after its full price is paid, without a coupon. */
    public Order paidInFull(Instant at) {
        return new Order(
                id,
                saleId,
                userId,
                title,
                imageUrl,
                priceCents,
                OrderStatus.PAID,
                reason,
                createdAt,
                payDeadline,
                at,
                closedAt,
                false,
                traceparent,
                refundCents,
                null,
                0,
                0,
                0,
                0);
    }
}
