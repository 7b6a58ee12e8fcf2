package io.flashsale.order.closing;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderTable;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Closes orders that were not paid in time, a batch a transaction, until fewer than a batch are left.
 *
 * <p>Safe on many instances at once: each takes rows that no other has locked. An order that is being paid right now is
 * locked too, and is left to the next scan.
 */
@Configuration(proxyBeanMethods = false)
class DeadlineScan {

    private static final Logger log = LoggerFactory.getLogger(DeadlineScan.class);

    @Bean
    RepeatedTask deadlineScanning(
            OrderTable orders, OrderClosing closing, TransactionTemplate transaction, ClosingProperties properties) {
        return new RepeatedTask("deadline-scan", properties.scanInterval(), () -> {
            int closed;
            do {
                closed = transaction.execute(status -> closeBatch(orders, closing, properties.batch()));
            } while (closed == properties.batch());
        });
    }

    private static int closeBatch(OrderTable orders, OrderClosing closing, int limit) {
        List<Order> overdue = orders.lockOverdue(limit);
        closing.closeLocked(overdue, EndReason.PAYMENT_OVERDUE);
        if (!overdue.isEmpty()) {
            log.info("closed {} orders past their deadline", overdue.size());
        }
        return overdue.size();
    }
}
