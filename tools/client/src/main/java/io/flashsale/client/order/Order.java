package io.flashsale.client.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its owner sees it. While it is queued it has nothing but its ids.
 *
 * @param payDeadline when an unpaid order is closed
 * @param refundCents the amount that was charged without paying the order, and goes or went back; absent if none
 */
public record Order(
        long orderId,
        long saleId,
        OrderStatus status,
        @Nullable Long priceCents,
        @Nullable Instant payDeadline,
        @Nullable Long refundCents) {}
