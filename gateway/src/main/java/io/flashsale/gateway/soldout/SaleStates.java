package io.flashsale.gateway.soldout;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the states of sales are read. Any exception means that nothing is known. */
interface SaleStates {

    /** Those of the sales that have all their gates, as far as Redis answers. */
    Map<Long, SaleState> states(Set<Long> saleIds);

    /** All who hold a unit while this reads them, in ascending order, and perhaps some who begin or cease to. */
    long[] holders(long saleId);

    /**
     * Who became a holder in this epoch of the bucket's gate after units had come back, without the first so many; empty if that is
     * not known.
     */
    Optional<long[]> lateHolders(long saleId, int bucket, String epoch, long known);
}
