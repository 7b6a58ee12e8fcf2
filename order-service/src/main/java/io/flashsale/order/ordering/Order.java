package io.flashsale.order.ordering;

import io.flashsale.order.ordering.CouponUse.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its row says. Title, picture and price are what the shopper was promised at the reservation.
 *
 * @param reason why it ended; absent while it has not, and when it is paid
 * @param payDeadline absent if it was rejected
 * @param overdue whether it awaited payment past its deadline when it was read, by the clock that set the deadline
 * @param traceparent of its click; absent in nearly all, whose click is not followed
 * @param refundCents came for it without paying it: it goes back, or went
 * @param couponState with what follows it makes {@link #coupon}; absent if there never was one
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

    /** That it was, or was to be, paid with; absent if there never was one. */
    public @Nullable CouponUse coupon() {
        return couponState == null ? null : new CouponUse(couponId, attempt, couponState, couponCents, openCharges);
    }

    /** What a coupon takes off the price: of what is paid or being paid. */
    public long discountCents() {
        CouponUse coupon = coupon();
        return coupon != null && coupon.counts() ? coupon.discountCents() : 0;
    }

    /** The same order once its price is paid; then no coupon counts. */
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
