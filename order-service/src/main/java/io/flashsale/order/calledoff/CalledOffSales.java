package io.flashsale.order.calledoff;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.order.calledoff.UndoneSaleMapper.CalledOff;
import io.flashsale.order.closing.OrderClosing;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends the active orders of sales that were called off: whoever has paid gets the money back, the others need not pay.
 *
 * <p>One batch a transaction, until none is left. What is done shows in the orders alone, so a process that dies loses
 * the batch that it was at, and any other instance goes on. Several may work at once: each skips rows that another has
 * locked. Orders that were on their way to be placed end as soon as they are.
 */
@Configuration(proxyBeanMethods = false)
class CalledOffSales {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** About so many orders end in one transaction, so that their rows are locked only briefly. */
    private static final int BATCH = 500;

    @Bean
    RepeatedTask callingOff(
            UndoneSaleMapper rows, UndoneSales undone, OrderClosing closing, TransactionTemplate transaction) {
        return new RepeatedTask("calling-off", INTERVAL, () -> rows.unfinished().forEach(sale -> {
            while (Objects.requireNonNull(
                    transaction.execute(status -> endSome(sale, rows.lockActive(sale.saleId(), BATCH), undone, closing)))) {
                // the next batch
            }
        }));
    }

    /** Returns whether there were some. */
    private static boolean endSome(CalledOff sale, List<Order> locked, UndoneSales undone, OrderClosing closing) {
        Map<OrderStatus, List<Order>> byStatus =
                locked.stream().collect(groupingBy(Order::status));
        closing.closeLocked(
                byStatus.getOrDefault(OrderStatus.AWAITING_PAYMENT, List.of()), EndReason.SALE_CALLED_OFF);
        undone.undoLocked(
                byStatus.getOrDefault(OrderStatus.PAID, List.of()), EndReason.SALE_CALLED_OFF, sale.unitsBack());
        return !locked.isEmpty();
    }
}
