package io.flashsale.order.placement;

import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.outbox.Outbox;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Turns the reservations of one sale into orders, a batch at a time: lock, look, deduct, insert, commit, unlock.
 *
 * <p>Repeating a batch, in whole or in part, after any failure changes nothing that was done and does what was not. The
 * ledger answers a repeated deduction with its first outcome, and an order that has a row is left alone. Hence a crash
 * after the deduction, or after the commit but before Kafka knows, loses nothing and sells nothing twice.
 */
@Service
class Placement {

    /** How often a batch is tried because another consumer was faster; more would be no coincidence. */
    private static final int MAX_ATTEMPTS = 5;

    private final BoundedLock locks;
    private final PlacementDecisions decisions;
    private final PlacedOrderMapper orders;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;
    private final PlacementMetrics metrics;
    private final OrderProperties properties;

    Placement(
            BoundedLock locks,
            PlacementDecisions decisions,
            PlacedOrderMapper orders,
            Outbox outbox,
            TransactionTemplate transaction,
            ApplicationEventPublisher events,
            PlacementMetrics metrics,
            OrderProperties properties) {
        this.locks = locks;
        this.decisions = decisions;
        this.orders = orders;
        this.outbox = outbox;
        this.transaction = transaction;
        this.events = events;
        this.metrics = metrics;
        this.properties = properties;
    }

    /**
     * When this returns, each reservation has its row, committed. When it throws, repeat it with the same reservations.
     *
     * @param reservations of this sale, in the sequence in which they were made
     */
    void place(long saleId, List<StockReserved> reservations) {
        BoundedLock.Hold hold = locks.acquire(saleId); // before the transaction begins
        try {
            for (List<StockReserved> round : Rounds.of(reservations)) {
                placeRound(saleId, round);
            }
        } finally {
            hold.release(); // after it has committed
        }
    }

    private void placeRound(long saleId, List<StockReserved> round) {
        for (int attempt = 1; ; attempt++) {
            List<Decision> decided = decisions.decide(saleId, round);
            if (decided.isEmpty()) {
                return;
            }
            List<StockReserved> placed = decided.stream()
                    .filter(Decision.Place.class::isInstance)
                    .map(Decision::reservation)
                    .toList();
            try {
                transaction.executeWithoutResult(status -> write(decided, placed));
                metrics.decided(decided);
                return;
            } catch (DuplicateKeyException overtaken) {
                // The lock was lost, and since we looked another consumer has placed some of these, or other orders of
                // these shoppers. Looking again finds them: the former are left alone, the latter become duplicates,
                // and the units we took for them go back by the outbox.
                metrics.overtaken();
                transaction.executeWithoutResult(status -> releaseIfRejected(placed));
                if (attempt == MAX_ATTEMPTS) {
                    throw overtaken;
                }
            }
        }
    }

    private void write(List<Decision> decided, List<StockReserved> placed) {
        List<Decision.Reject> rejected = decided.stream()
                .filter(Decision.Reject.class::isInstance)
                .map(Decision.Reject.class::cast)
                .toList();
        orders.insertPlaced(placed, properties.paymentWindow());
        orders.insertRejected(rejected);
        outbox.append(rejected.stream()
                .flatMap(reject -> released(reject.reservation(), reject.reason()).stream())
                .toList());
        events.publishEvent(new OrdersChanged(decided.stream()
                .map(decision -> decision.reservation().orderId())
                .toList()));
    }

    /**
     * Another consumer rejected some of the orders that we have just deducted units for, and its release may have come
     * before our deduction. Releasing once more gives back what was taken since, or changes nothing.
     */
    private void releaseIfRejected(List<StockReserved> deducted) {
        Map<Long, EndReason> rejected = orders.rejected(deducted);
        outbox.append(deducted.stream()
                .flatMap(reservation -> Optional.ofNullable(rejected.get(reservation.orderId()))
                        .flatMap(reason -> released(reservation, reason))
                        .stream())
                .toList());
    }

    private static Optional<OrderReleased> released(StockReserved reservation, EndReason reason) {
        return reason.released()
                .map(why -> new OrderReleased(reservation.orderId(), reservation.saleId(), reservation.userId(), why));
    }
}
