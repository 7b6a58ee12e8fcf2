package io.flashsale.order.closing;

import java.time.Instant;

/**
 * Knows which orders were not paid by their deadlines.
 *
 * <p>Does not know of charges that the provider enters into its records late, or that could not be settled: such an
 * order is closed, and its charge refunded.
 */
@FunctionalInterface
public interface PaidOrders {

    /**
     * Up to this deadline, each order that the payment provider was paid for in time is recorded as paid. An unpaid
     * order with a later deadline may have been paid, and its payment lost; it must not be closed yet.
     *
     * @return {@link Instant#EPOCH} if the last look into the provider's records failed, or none was made since the
     *     start
     */
    Instant knownUntil();
}
