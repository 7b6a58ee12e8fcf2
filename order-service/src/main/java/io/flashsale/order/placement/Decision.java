package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.order.ordering.EndReason;
import java.util.Map;
import java.util.Optional;

/** The outcome of placing one reservation. */
sealed interface Decision {

    StockReserved reservation();

    /**
     * The order holds a unit and awaits payment.
     *
     * @param slot which of the shopper's active orders it is, from 1
     */
    record Place(StockReserved reservation, int slot) implements Decision {}

    /** The order ends here. */
    record Reject(StockReserved reservation, EndReason reason) implements Decision {}

    /** The resulting row, as the journey page shows it. */
    default Map<String, String> wrote() {
        String order = Long.toString(reservation().orderId());
        return switch (this) {
            case Place _ -> Map.of("orders.id", order, "orders.status", "AWAITING_PAYMENT");
            case Reject(var reservation, EndReason reason) ->
                Map.of("orders.id", order, "orders.status", "REJECTED", "orders.reason", reason.name());
        };
    }

    /**
     * The decision that follows from the ledger's answer to a wish; none for a wrong price, about which an administrator
     * decides.
     */
    static Optional<Decision> by(Deductions.Outcome outcome, Place wish) {
        StockReserved reservation = wish.reservation();
        return switch (outcome) {
            case DEDUCTED -> Optional.of(wish);
            case LIMIT_REACHED -> Optional.of(new Reject(reservation, EndReason.DUPLICATE_PURCHASE));
            case INSUFFICIENT_STOCK -> Optional.of(new Reject(reservation, EndReason.INSUFFICIENT_STOCK));
            case ALREADY_RELEASED -> Optional.of(new Reject(reservation, EndReason.ALREADY_RELEASED));
            case WRONG_PRICE -> Optional.empty();
            case OTHER_ORDER -> throw new OrderIdTakenException(reservation);
            case UNKNOWN -> throw new UnknownOutcomeException(reservation);
        };
    }
}
