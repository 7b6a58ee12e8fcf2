package io.flashsale.order.placement;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.commons.tracing.TraceParent;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.outbox.Outbox;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Writes the rows of placement, always in the caller's transaction. */
@Component
class PlacementRows {

    private final PlacedOrderMapper orders;
    private final Outbox outbox;
    private final ApplicationEventPublisher events;
    private final OrderProperties properties;
    private final OrderTrace trace;

    PlacementRows(
            PlacedOrderMapper orders,
            Outbox outbox,
            ApplicationEventPublisher events,
            OrderProperties properties,
            OrderTrace trace) {
        this.orders = orders;
        this.outbox = outbox;
        this.events = events;
        this.properties = properties;
        this.trace = trace;
    }

    /** Orders, some of them of followed clicks, that have their rows if the current transaction commits. */
    record Inserted(List<Decision> decided, Instant begin) {}

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    void on(Inserted inserted) {
        trace.stops(Stop.INSERT, inserted.begin(), inserted.decided(), PlacementRows::correlationId, Decision::wrote);
    }

    private static @Nullable String correlationId(Decision decision) {
        return decision.reservation().correlationId();
    }

    private static <D extends Decision> List<D> only(Class<D> kind, List<Decision> decided) {
        return decided.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /**
     * Inserts a row for each order and releases each rejected one. After the commit, the followed orders are
     * reported.
     */
    void insert(List<Decision> decided) {
        if (trace.followsAny(decided, PlacementRows::correlationId)) {
            events.publishEvent(new Inserted(decided, trace.now()));
        }
        List<Decision.Reject> rejected = only(Decision.Reject.class, decided);
        orders.insertPlaced(only(Decision.Place.class, decided), properties.paymentWindow());
        orders.insertRejected(rejected);
        outbox.append(rejected.stream()
                .flatMap(reject -> released(reject.reservation(), reject.reason()).stream())
                .toList());
        events.publishEvent(new OrdersChanged(decided.stream()
                .map(decision -> decision.reservation().orderId())
                .toList()));
    }

    /**
     * Releases those that turn out to be rejected, after units were deducted for all of them: rejected earlier, or by
     * another consumer. Their release may have come before our deduction, or a restore may have lost it. Another one
     * gives such units back, or changes nothing.
     */
    void releaseIfRejected(List<Decision> decided) {
        List<StockReserved> deducted = only(Decision.Place.class, decided).stream()
                .map(Decision.Place::reservation)
                .toList();
        Map<Long, EndReason> rejected = orders.rejected(deducted);
        outbox.append(deducted.stream()
                .flatMap(reservation -> Optional.ofNullable(rejected.get(reservation.orderId()))
                        .flatMap(reason -> released(reservation, reason))
                        .stream())
                .toList());
    }

    private static Optional<OrderReleased> released(StockReserved reservation, EndReason reason) {
        return reason.released()
                .map(why -> new OrderReleased(
                        reservation.orderId(),
                        reservation.saleId(),
                        reservation.userId(),
                        why,
                        TraceParent.orNull(reservation.correlationId())));
    }
}
