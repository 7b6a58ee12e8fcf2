package io.flashsale.client.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its owner sees it. While it is queued it has nothing but its ids.
 *
 * @param payDeadline until when the order can be paid
 */
public record Order(
        long orderId,
        long saleId,
        OrderStatus status,
        @Nullable Long priceCents,
        @Nullable Instant payDeadline) {}
