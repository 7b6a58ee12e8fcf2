package io.flashsale.order.ordering;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.contracts.reservation.Reservation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a shopper sees of an order. A queued order has only its ids, one under review also its terms.
 *
 * @param priceCents before any discount
 * @param couponId of the coupon with which it is paid or being paid
 * @param discountCents what that coupon takes off
 * @param refundCents what was charged without paying the order: it goes back, or went
 * @param actionUrl where the browser goes next, so that the shopper confirms the payment there
 * @param underReviewSince since when a queued order waits for an administrator
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OrderView(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        @Nullable String title,
        @Nullable String imageUrl,
        @Nullable Long priceCents,

        @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
        Long couponId,

        @Nullable Long discountCents,
        @Nullable Long refundCents,
        OrderStatus status,
        @Nullable EndReason reason,
        @Nullable Instant createdAt,
        @Nullable Instant payDeadline,
        @Nullable Instant paidAt,
        @Nullable Instant closedAt,
        @Nullable Instant underReviewSince,
        @Nullable String actionUrl,
        Instant serverTime) {

    public static OrderView of(Order order) {
        return of(order, null);
    }

    public static OrderView of(Order order, @Nullable String actionUrl) {
        return new OrderView(
                order.id(),
                order.saleId(),
                order.title(),
                order.imageUrl(),
                order.priceCents(),
                order.coupon() != null && order.coupon().counts()
                        ? order.coupon().couponId()
                        : null,
                order.discountCents() > 0 ? order.discountCents() : null,
                order.refundCents() > 0 ? order.refundCents() : null,
                order.status(),
                order.reason(),
                order.createdAt(),
                order.payDeadline(),
                order.paidAt(),
                order.closedAt(),
                null,
                actionUrl,
                Instant.now());
    }

    public static OrderView queued(Reservation reservation) {
        return waiting(reservation.orderId(), reservation.saleId(), null, null, null, null);
    }

    public static OrderView underReview(OrderUnderReview order) {
        return waiting(order.id(), order.saleId(), order.title(), order.imageUrl(), order.priceCents(), order.since());
    }

    private static OrderView waiting(
            long orderId,
            long saleId,
            @Nullable String title,
            @Nullable String imageUrl,
            @Nullable Long priceCents,
            @Nullable Instant underReviewSince) {
        return new OrderView(
                orderId,
                saleId,
                title,
                imageUrl,
                priceCents,
                null,
                null,
                null,
                OrderStatus.QUEUED,
                null,
                null,
                null,
                null,
                null,
                underReviewSince,
                null,
                Instant.now());
    }
}
