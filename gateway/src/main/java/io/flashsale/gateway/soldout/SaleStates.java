package io.flashsale.gateway.soldout;

import java.util.Optional;

/** Where the states of sales are read. Any exception means that nothing is known. */
interface SaleStates {

    /** Empty when the sale has no gate. */
    Optional<SaleState> state(long saleId);

    /** The users who hold a unit, in no order. */
    long[] holders(long saleId);
}
