package io.flashsale.order.calledoff;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.order.calledoff.UndoneSaleMapper.CalledOff;
import io.flashsale.order.closing.OrderClosing;
import io.flashsale.order.message.Notifications;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends the active orders of sales that were called off, and tells their shoppers. Those who have paid get the money
 * back, the others need not pay.
 *
 * <p>One batch a transaction, until none is left. What is done shows in the orders alone, so a process that dies loses
 * the batch that it was at, and any other instance goes on. Several may work at once: each skips rows that another has
 * locked. Orders that were on their way to be placed end as soon as they are.
 *
 * <p>If a batch fails, each of its orders is ended alone, so that one that cannot be ended does not hold up the others.
 * It is tried again every second.
 */
@Component
class CalledOffSales {

    private static final Logger log = LoggerFactory.getLogger(CalledOffSales.class);

    /** About so many orders end in one transaction, so that their rows are locked only briefly. */
    private static final int BATCH = 500;

    private final UndoneSaleMapper rows;
    private final OrderMapper orders;
    private final UndoneSales undone;
    private final OrderClosing closing;
    private final Notifications notifications;
    private final TransactionTemplate transaction;

    CalledOffSales(
            UndoneSaleMapper rows,
            OrderMapper orders,
            UndoneSales undone,
            OrderClosing closing,
            Notifications notifications,
            TransactionTemplate transaction) {
        this.rows = rows;
        this.orders = orders;
        this.undone = undone;
        this.closing = closing;
        this.notifications = notifications;
        this.transaction = transaction;
    }

    void endOrders() {
        rows.unfinished().forEach(sale -> {
            boolean more;
            do {
                more = endSome(sale);
            } while (more);
        });
    }

    /** Returns whether there may be more that can be ended now. */
    private boolean endSome(CalledOff sale) {
        List<Long> ids = new ArrayList<>();
        try {
            transaction.executeWithoutResult(status -> {
                List<Order> locked = rows.lockActive(sale.saleId(), BATCH);
                locked.forEach(order -> ids.add(order.id()));
                end(sale, locked);
            });
            return !ids.isEmpty();
        } catch (RuntimeException fault) {
            log.warn("{} orders of sale {}, which was called off, end alone", ids.size(), sale.saleId(), fault);
            long ended = ids.stream().filter(id -> endAlone(sale, id)).count();
            return ended > 0 && ended == ids.size();
        }
    }

    private boolean endAlone(CalledOff sale, long id) {
        try {
            transaction.executeWithoutResult(
                    status -> end(sale, orders.lock(id).stream().toList()));
            return true;
        } catch (RuntimeException fault) {
            log.error("order {} of sale {}, which was called off, cannot be ended", id, sale.saleId(), fault);
            return false;
        }
    }

    private void end(CalledOff sale, List<Order> locked) {
        Map<OrderStatus, List<Order>> byStatus = locked.stream().collect(groupingBy(Order::status));
        closing.closeLocked(byStatus.getOrDefault(OrderStatus.AWAITING_PAYMENT, List.of()), EndReason.SALE_CALLED_OFF);
        undone.undoLocked(
                byStatus.getOrDefault(OrderStatus.PAID, List.of()), EndReason.SALE_CALLED_OFF, sale.unitsBack());
        notifications.tell(Stream.of(OrderStatus.AWAITING_PAYMENT, OrderStatus.PAID)
                .flatMap(status -> byStatus.getOrDefault(status, List.of()).stream())
                .map(CalledOffSales::messageOf)
                .toList());
    }

    private static MessageForShopper messageOf(Order order) {
        Long paid = order.status() == OrderStatus.PAID ? order.priceCents() - order.discountCents() : null;
        return MessageForShopper.calledOff(order.userId(), order.saleId(), order.id(), order.title(), paid);
    }
}
