package io.flashsale.order.closing;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.outbox.Outbox;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Closes orders that await payment; no other code ends them without a sale. One transaction sets the row to CLOSED,
 * frees a coupon that may be reserved for the order, and writes to the outbox that the unit is free. The guarded
 * step closes an order once, so its unit is freed once.
 */
@Component
public class OrderClosing {

    private final OrderMapper orders;
    private final OrderCoupons coupons;
    private final Outbox outbox;
    private final ApplicationEventPublisher events;
    private final OrderTrace trace;
    private final MeterRegistry meters;

    OrderClosing(
            OrderMapper orders,
            OrderCoupons coupons,
            Outbox outbox,
            ApplicationEventPublisher events,
            OrderTrace trace,
            MeterRegistry meters) {
        this.orders = orders;
        this.coupons = coupons;
        this.outbox = outbox;
        this.events = events;
        this.trace = trace;
        this.meters = meters;
    }

    /** Orders that close if the current transaction commits. */
    record Closed(List<Order> orders, EndReason reason, Instant begin) {}

    /** Closes orders that the caller has locked and has seen awaiting payment. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void closeLocked(List<Order> locked, EndReason reason) {
        if (locked.isEmpty()) {
            return;
        }
        Instant begin = trace.now();
        List<Long> ids = locked.stream().map(Order::id).toList();
        int closed = orders.close(ids, reason);
        if (closed != ids.size()) {
            throw new IllegalStateException("closed " + closed + " of " + ids.size() + " orders that were locked");
        }
        OrderReleased.Reason released = reason.released().orElseThrow();
        outbox.append(locked.stream()
                .map(order ->
                        new OrderReleased(order.id(), order.saleId(), order.userId(), released, order.traceparent()))
                .toList());
        coupons.free(locked);
        events.publishEvent(new OrdersChanged(ids));
        events.publishEvent(new Closed(locked, reason, begin));
    }

    @TransactionalEventListener
    void on(Closed closed) {
        String reason = closed.reason().name();
        meters.counter("flashsale.orders.closed", "reason", reason)
                .increment(closed.orders().size());
        trace.stops(
                Stop.CLOSING,
                closed.begin(),
                closed.orders(),
                Order::traceparent,
                order -> Map.of(
                        "orders.id",
                        Long.toString(order.id()),
                        "orders.status",
                        "CLOSED",
                        "orders.reason",
                        reason,
                        "outbox",
                        "OrderReleased"));
    }

    /** Closes an overdue order unless it was paid or closed in the meantime. Returns its current state. */
    @Transactional
    public Order closeOverdue(long id) {
        Order order = orders.lock(id).orElseThrow();
        if (order.status() != OrderStatus.AWAITING_PAYMENT) {
            return order;
        }
        closeLocked(List.of(order), EndReason.PAYMENT_OVERDUE);
        return orders.lock(id).orElseThrow();
    }
}
