package io.flashsale.order.ordering;

import io.flashsale.contracts.order.OrderReleased;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why an order ended without a sale, or its sale was undone. */
public enum EndReason {
    /** Not paid before its deadline. */
    PAYMENT_OVERDUE(OrderReleased.Reason.PAYMENT_OVERDUE),
    /** The shopper cancelled. */
    CANCELLED(OrderReleased.Reason.CANCELLED),
    /** An administrator gave the money back. */
    REFUNDED_BY_ADMINISTRATOR(OrderReleased.Reason.REFUNDED_BY_ADMINISTRATOR),
    /** An administrator called the sale off. */
    SALE_CALLED_OFF(OrderReleased.Reason.SALE_CALLED_OFF),
    /** Rejected: the ledger had no unit for it. */
    INSUFFICIENT_STOCK(OrderReleased.Reason.INSUFFICIENT_STOCK),
    /** Rejected: the shopper has as many other active orders as the sale allows, usually one. */
    DUPLICATE_PURCHASE(OrderReleased.Reason.DUPLICATE_PURCHASE),
    /** Rejected: another order was made with the same purchase ticket. */
    TICKET_USED(OrderReleased.Reason.TICKET_USED),
    /** Rejected: the ledger does not know the sale. */
    UNKNOWN_SALE(OrderReleased.Reason.UNKNOWN_SALE),
    /** Rejected: it became a dead letter, and an administrator decided so. */
    REJECTED_BY_ADMINISTRATOR(OrderReleased.Reason.REJECTED_BY_ADMINISTRATOR),
    /**
     * Rejected: the ledger says that the order once held a unit and gave it back, but its row is missing. This
     * happens after an older backup was restored. The unit was already given back in MySQL and Redis, so nothing is
     * released.
     */
    ALREADY_RELEASED(null);

    private final OrderReleased.@Nullable Reason released;

    EndReason(OrderReleased.@Nullable Reason released) {
        this.released = released;
    }

    /** The reason to tell stock-service; empty if there is nothing to give back. */
    public Optional<OrderReleased.Reason> released() {
        return Optional.ofNullable(released);
    }
}
