package io.flashsale.order.placement;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.JsonMessages.Reading;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.ReviewMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Reads which orders a dead letter is about, and ends those under review as an administrator decides. */
@Component
public class DeadLetterOrders {

    private final JsonMessages<StockReservedGroup> messages;
    private final OrderMapper orders;
    private final ReviewMapper reviews;
    private final PlacementRows rows;
    private final TransactionTemplate transaction;
    private final PlacementMetrics metrics;

    DeadLetterOrders(
            JsonMapper json,
            OrderMapper orders,
            ReviewMapper reviews,
            PlacementRows rows,
            TransactionTemplate transaction,
            PlacementMetrics metrics) {
        this.messages = ReservationCheck.messages(json);
        this.orders = orders;
        this.reviews = reviews;
        this.rows = rows;
        this.transaction = transaction;
        this.metrics = metrics;
    }

    public sealed interface Outcome {
        /** @param now how many of them were rejected by this call; the others by an earlier one */
        record Rejected(int now) implements Outcome {}

        /** Placement has decided about one of them. Nothing was changed. */
        record Decided(Order order) implements Outcome {}

        /** The order that is under review by this id is another one. Nothing was changed. */
        record OfAnother(long orderId) implements Outcome {}

        /** The database takes no row for one of them. Nothing was changed. */
        record Unfit() implements Outcome {}
    }

    /** The reservations in a message; none if it is unreadable. */
    public List<StockReserved> in(byte @Nullable [] message) {
        return messages.read(message) instanceof Reading.Message<StockReservedGroup>(StockReservedGroup group)
                ? group.reservations()
                : List.of();
    }

    /**
     * Rejects these orders, all or none, and has their units given back. A message that is replayed finds them rejected.
     * Rejecting them again changes nothing.
     */
    public Outcome reject(List<StockReserved> reservations) {
        Outcome outcome;
        try {
            outcome = transaction.execute(status -> rejectUndecided(reservations));
        } catch (DuplicateKeyException overtaken) { // by placement, after a replay
            outcome = transaction.execute(status -> rejectUndecided(reservations));
        } catch (DataIntegrityViolationException unfit) {
            return new Outcome.Unfit();
        }
        if (outcome instanceof Outcome.Rejected(int now)) {
            metrics.rejected(EndReason.REJECTED_BY_ADMINISTRATOR, now);
        }
        return outcome;
    }

    private boolean isOfAnother(StockReserved reservation) {
        return reviews.find(reservation.orderId())
                .filter(known -> known.userId() != reservation.userId() || known.saleId() != reservation.saleId())
                .isPresent();
    }

    private Outcome rejectUndecided(List<StockReserved> reservations) {
        Map<Long, Order> known = orders
                .findAll(reservations.stream().map(StockReserved::orderId).toList())
                .stream()
                .collect(toMap(Order::id, identity()));
        List<Decision> rejected = new ArrayList<>();
        for (StockReserved reservation : reservations) {
            Order order = known.get(reservation.orderId());
            if (order == null && isOfAnother(reservation)) {
                return new Outcome.OfAnother(reservation.orderId());
            } else if (order == null) {
                rejected.add(new Decision.Reject(reservation, EndReason.REJECTED_BY_ADMINISTRATOR));
            } else if (order.reason() != EndReason.REJECTED_BY_ADMINISTRATOR
                    || order.userId() != reservation.userId()) {
                return new Outcome.Decided(order);
            }
        }
        if (!rejected.isEmpty()) {
            rows.insert(rejected);
        }
        return new Outcome.Rejected(rejected.size());
    }
}
