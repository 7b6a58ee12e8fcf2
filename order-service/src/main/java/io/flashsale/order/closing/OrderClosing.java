package io.flashsale.order.closing;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.journey.ClosedStops;
import io.flashsale.order.journey.FollowedOrders;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.outbox.Outbox;
import java.time.Instant;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

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
    private final FollowedOrders followed;

    OrderClosing(
            OrderMapper orders,
            OrderCoupons coupons,
            Outbox outbox,
            ApplicationEventPublisher events,
            FollowedOrders followed) {
        this.orders = orders;
        this.coupons = coupons;
        this.outbox = outbox;
        this.events = events;
        this.followed = followed;
    }

    /** Closes orders that the caller has locked and has seen awaiting payment. */
    @Transactional(propagation = Propagation.MANDATORY)
    void closeLocked(List<Order> locked, EndReason reason) {
        if (locked.isEmpty()) {
            return;
        }
        Instant begin = followed.now();
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
        events.publishEvent(new ClosingMetrics.Closed(reason, closed));
        if (followed.areAmong(locked)) {
            events.publishEvent(new ClosedStops(locked, reason, begin));
        }
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
