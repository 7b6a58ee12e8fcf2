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
 * Closes unpaid orders past their deadline, one batch per transaction, until a batch is not full. Several instances
 * may scan at once: each skips rows that another has locked. An order being paid is locked too, and the next scan
 * looks at it again. An order that may have been paid in time stays open; see {@link PaidOrders}.
 */
@Component
class DeadlineScan {

    private static final Logger log = LoggerFactory.getLogger(DeadlineScan.class);

    /** About so many orders are closed in one transaction, so that their rows are locked only briefly. */
    private static final int BATCH = 500;

    private final OrderMapper orders;
    private final OrderClosing closing;
    private final PaidOrders paid;
    private final TransactionTemplate transaction;

    DeadlineScan(OrderMapper orders, OrderClosing closing, PaidOrders paid, TransactionTemplate transaction) {
        this.orders = orders;
        this.closing = closing;
        this.paid = paid;
        this.transaction = transaction;
    }

    void closeOverdue() {
        PaidOrders.Known known = paid.known();
        int closed;
        do {
            closed = transaction.execute(status -> closeBatch(known));
            if (closed > 0) {
                log.info("closed {} orders past their deadline", closed);
            }
        } while (closed >= BATCH);
    }

    private int closeBatch(PaidOrders.Known known) {
        int limit = BATCH + known.charged().size(); // else those that stay open would hide the others
        List<Order> unpaid = orders.lockOverdue(known.until(), limit).stream()
                .filter(known::isUnpaid)
                .toList();
        closing.closeLocked(unpaid, EndReason.PAYMENT_OVERDUE);
        return unpaid.size();
    }
}
