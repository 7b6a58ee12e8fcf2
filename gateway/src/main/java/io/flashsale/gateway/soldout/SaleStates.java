package io.flashsale.gateway.soldout;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the states of sales. Any exception means that nothing is known. */
interface SaleStates {

    /** The states of those sales that have all their gates, as far as Redis answers. */
    Map<Long, SaleState> states(Set<Long> saleIds);

    /**
     * All shoppers who hold a unit throughout the call, in ascending order. Shoppers who begin or cease to hold one
     * meanwhile may be included.
     */
    long[] holders(long saleId);

    /**
     * Shoppers who became holders in this epoch of the bucket's gate after units came back, skipping the first
     * ones; empty if unknown.
     */
    Optional<long[]> lateHolders(long saleId, int bucket, String epoch, long known);

    /**
     * The only shoppers who may have the units that are left, as others wait for them; empty if they are for anybody, or
     * the gate was rebuilt since it had this epoch. Only for sales with one bucket.
     */
    Optional<Set<Long>> offered(long saleId, String epoch);
}
