package io.flashsale.order.closing;

import io.flashsale.order.ordering.Order;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Knows which orders were not paid by their deadlines.
 *
 * <p>Does not know of charges that the provider enters into its records late: such an order is closed, and its charge
 * refunded.
 */
@FunctionalInterface
public interface PaidOrders {

    /** What the looks into the provider's records have shown so far. */
    Known known();

    /**
     * Up to a deadline, each order that the payment provider was paid for in time is recorded as paid, or is one of
     * {@code charged}.
     *
     * @param until this deadline; {@link Instant#EPOCH} if the last look into the provider's records failed, or was
     *     made before the start
     * @param charged ids of orders that the provider has a charge for which could not be settled yet
     */
    record Known(Instant until, Set<Long> charged) {

        /** Whether the order may be closed for want of payment. It must be one that has a deadline. */
        public boolean isUnpaid(Order order) {
            return !until.isBefore(Objects.requireNonNull(order.payDeadline())) && !charged.contains(order.id());
        }
    }
}
