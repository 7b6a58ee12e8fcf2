package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import org.springframework.dao.DataIntegrityViolationException;

/** A reservation has the id of another shopper's or sale's order. It can never be placed, and must not vanish. */
final class OrderIdTakenException extends DataIntegrityViolationException {

    private static final long serialVersionUID = 1L;

    OrderIdTakenException(StockReserved reservation) {
        super("order id " + reservation.orderId() + " of shopper " + reservation.userId() + " in sale "
                + reservation.saleId() + " is the id of another order");
    }
}
