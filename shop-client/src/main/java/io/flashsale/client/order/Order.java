package io.flashsale.client.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its owner sees it; one that is queued has nothing but its ids.
 *
 * @param payDeadline when it is closed if it is not paid
 * @param refundCents what was charged and did not pay it, if anything: it goes back, or went
 */
public record Order(
        long orderId,
        long saleId,
        OrderStatus status,
        @Nullable Long priceCents,
        @Nullable Instant payDeadline,
        @Nullable Long refundCents) {}
