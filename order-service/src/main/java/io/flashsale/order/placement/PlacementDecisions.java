package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.stock.Ledger;
import io.flashsale.order.stock.Ledger.Deduction;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Decides what becomes of reservations: by the orders that are there, then by the ledger. */
@Component
class PlacementDecisions {

    private final PlacedOrders orders;
    private final Ledger ledger;

    PlacementDecisions(PlacedOrders orders, Ledger ledger) {
        this.orders = orders;
        this.ledger = ledger;
    }

    /**
     * One decision for each reservation that has no order yet. What is to be placed has its unit in the ledger when this
     * returns; when it throws, some may have, and deciding again finds them.
     *
     * @param round no shopper twice
     */
    List<Decision> decide(long saleId, List<StockReserved> round) {
        Set<Long> known = orders.known(round);
        List<StockReserved> fresh = round.stream()
                .filter(reservation -> !known.contains(reservation.orderId()))
                .toList();
        if (fresh.isEmpty()) {
            return List.of();
        }
        Set<Long> buyers = orders.activeBuyers(saleId, fresh);
        Stream<Decision> duplicates = fresh.stream()
                .filter(reservation -> buyers.contains(reservation.userId()))
                .map(reservation -> new Decision.Reject(reservation, EndReason.DUPLICATE_PURCHASE));
        List<StockReserved> buyable = fresh.stream()
                .filter(reservation -> !buyers.contains(reservation.userId()))
                .toList();
        return Stream.concat(deduct(saleId, buyable), duplicates).toList();
    }

    private Stream<Decision> deduct(long saleId, List<StockReserved> buyable) {
        List<Deduct.Line> lines = buyable.stream()
                .map(reservation -> new Deduct.Line(reservation.orderId(), reservation.userId()))
                .toList();
        return switch (ledger.deduct(saleId, lines)) {
            case Deduction.Decided decided ->
                buyable.stream().map(reservation -> Decision.by(decided.of(reservation.orderId()), reservation));
            case Deduction.UnknownSale() ->
                buyable.stream().map(reservation -> new Decision.Reject(reservation, EndReason.UNKNOWN_SALE));
        };
    }
}
