package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import org.springframework.dao.DataIntegrityViolationException;

/** The ledger says of a reservation what only a later version of this service understands. */
final class UnknownOutcomeException extends DataIntegrityViolationException {

    private static final long serialVersionUID = 1L;

    UnknownOutcomeException(StockReserved reservation) {
        super("the ledger's outcome for order " + reservation.orderId()
                + " is not known to this version; send it again when order-service is upgraded");
    }
}
