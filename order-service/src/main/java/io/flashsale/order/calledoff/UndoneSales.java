package io.flashsale.order.calledoff;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.order.calledoff.UndoneSaleMapper.PaidCharge;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.outbox.Outbox;
import io.flashsale.order.refund.Refunds;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Undoes the sale of paid orders. One transaction turns the charge that paid each order into one that goes back, with
 * its refund (invariant I11), sets the order to REFUND_DUE, gives its coupon back, and writes to the outbox that the
 * unit is free. From there on the order is like one whose money came too late.
 *
 * <p>The guarded step undoes an order once, so its money goes back once.
 */
@Component
class UndoneSales {

    private static final Logger log = LoggerFactory.getLogger(UndoneSales.class);

    private final UndoneSaleMapper rows;
    private final OrderCoupons coupons;
    private final Outbox outbox;
    private final ApplicationEventPublisher events;
    private final MeterRegistry meters;

    UndoneSales(
            UndoneSaleMapper rows,
            OrderCoupons coupons,
            Outbox outbox,
            ApplicationEventPublisher events,
            MeterRegistry meters) {
        this.rows = rows;
        this.coupons = coupons;
        this.outbox = outbox;
        this.events = events;
        this.meters = meters;
    }

    /**
     * Undoes orders that the caller has locked and has seen paid.
     *
     * @param unitsBack whether the units go back on sale; else the shoppers keep their places, too
     */
    @Transactional(propagation = Propagation.MANDATORY)
    void undoLocked(List<Order> locked, EndReason reason, boolean unitsBack) {
        if (locked.isEmpty()) {
            return;
        }
        List<Long> ids = locked.stream().map(Order::id).toList();
        List<PaidCharge> charges = rows.lockCharges(ids);
        rows.refund(charges);
        requireAll(ids, charges.size());
        requireAll(ids, rows.markRefundDue(ids, reason, !unitsBack));
        if (unitsBack) {
            OrderReleased.Reason released = reason.released().orElseThrow();
            outbox.append(locked.stream()
                    .map(order -> new OrderReleased(
                            order.id(), order.saleId(), order.userId(), released, order.traceparent()))
                    .toList());
        }
        coupons.giveBack(locked);
        events.publishEvent(new OrdersChanged(ids));
        events.publishEvent(new Refunds.Due());
        meters.counter("flashsale.orders.undone", "reason", reason.name()).increment(ids.size());
        log.warn(
                "{} paid orders of sale {} go back: {}",
                ids.size(),
                locked.getFirst().saleId(),
                reason);
    }

    private static void requireAll(List<Long> ids, int changed) {
        if (changed != ids.size()) {
            throw new IllegalStateException(changed + " of " + ids.size() + " paid orders took a step");
        }
    }
}
