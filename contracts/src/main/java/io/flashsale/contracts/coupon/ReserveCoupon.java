package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * Command: keep a coupon for an order that is about to be paid.
 *
 * @param attempt counts the order's attempts to pay with a coupon, from 1. A reservation of a later attempt replaces one
 *     of an earlier attempt; a command that comes after its own attempt has ended is refused
 * @param userId whose coupon it must be
 * @param priceCents price of the order before any discount, 0 or more
 */
public record ReserveCoupon(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        int attempt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        long priceCents) {}
