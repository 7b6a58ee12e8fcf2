package io.flashsale.order.closing;

import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderLookup;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderService;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Lets shoppers cancel orders that they have not paid. */
@Service
class Cancellations {

    private final OrderService service;
    private final OrderMapper orders;
    private final OrderClosing closing;
    private final TransactionTemplate transaction;

    Cancellations(OrderService service, OrderMapper orders, OrderClosing closing, TransactionTemplate transaction) {
        this.service = service;
        this.orders = orders;
        this.closing = closing;
        this.transaction = transaction;
    }

    sealed interface Outcome {
        /** This call, an earlier one or the deadline closed the order. */
        record Closed(Order order) implements Outcome {}

        record AlreadyPaid() implements Outcome {}

        record Rejected() implements Outcome {}

        /** The order had closed and was paid afterwards; the money goes back. */
        record PaidTooLate() implements Outcome {}

        record NoOrder(OrderLookup.Missing missing) implements Outcome {}
    }

    /** Closes the shopper's order. If a payment runs at the same time, the first to lock the row wins. */
    Outcome cancel(long shopper, long orderId) {
        return switch (service.find(shopper, orderId)) {
            case OrderLookup.Found(Order found) -> transaction.execute(status -> cancelLocked(found.id()));
            case OrderLookup.Missing missing -> new Outcome.NoOrder(missing);
        };
    }

    private Outcome cancelLocked(long orderId) {
        Order order = orders.lock(orderId).orElseThrow();
        return switch (order.status()) {
            case AWAITING_PAYMENT -> {
                closing.closeLocked(List.of(order), EndReason.CANCELLED);
                yield new Outcome.Closed(orders.lock(orderId).orElseThrow());
            }
            case CLOSED -> new Outcome.Closed(order);
            case PAID -> new Outcome.AlreadyPaid();
            case REJECTED -> new Outcome.Rejected();
            case REFUND_DUE, REFUNDED -> new Outcome.PaidTooLate();
            case QUEUED -> throw new IllegalStateException("a row is never QUEUED: " + orderId);
        };
    }
}
