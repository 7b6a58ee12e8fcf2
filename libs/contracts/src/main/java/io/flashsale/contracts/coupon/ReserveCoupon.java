package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * Command: reserve a coupon for an order that is about to be paid.
 *
 * @param attempt counts the order's attempts to pay with a coupon, from 1. A later attempt replaces an earlier
 *     reservation; a command is refused after its own attempt has ended
 * @param userId the coupon's owner
 * @param priceCents price of the order before any discount, 0 or more
 */
public record ReserveCoupon(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        int attempt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        long priceCents) {}
