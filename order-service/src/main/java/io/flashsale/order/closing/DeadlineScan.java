package io.flashsale.order.closing;

import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Closes orders that were not paid in time, a batch a transaction, until fewer than a batch are left.
 *
 * <p>Safe on many instances at once: each takes rows that no other has locked. An order that is being paid right now is
 * locked too, and is left to the next scan.
 */
@Component
class DeadlineScan {

    private static final Logger log = LoggerFactory.getLogger(DeadlineScan.class);

    private final OrderMapper orders;
    private final OrderClosing closing;
    private final TransactionTemplate transaction;
    private final ClosingProperties properties;

    DeadlineScan(
            OrderMapper orders, OrderClosing closing, TransactionTemplate transaction, ClosingProperties properties) {
        this.orders = orders;
        this.closing = closing;
        this.transaction = transaction;
        this.properties = properties;
    }

    void closeOverdue() {
        int closed;
        do {
            closed = transaction.execute(status -> closeBatch(properties.batch()));
            if (closed > 0) {
                log.info("closed {} orders past their deadline", closed);
            }
        } while (closed == properties.batch());
    }

    private int closeBatch(int limit) {
        List<Order> overdue = orders.lockOverdue(limit);
        closing.closeLocked(overdue, EndReason.PAYMENT_OVERDUE);
        return overdue.size();
    }
}
