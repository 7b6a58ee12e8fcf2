package io.flashsale.entry.sale;

import java.util.List;
import java.util.Optional;

/** Finds sales for fair entry. The service that sells implements it. */
public interface EntrySales {

    /** The sale as it was at most a second ago; empty if there was none then. */
    Optional<? extends EntrySale> find(long saleId);

    /**
     * Reads now the sales whose mode is not OPEN. Includes sales that closed lately, because their orders may still be
     * cancelled.
     */
    List<? extends EntrySale> withEntry();

    /** The number of buckets of the sale's stock, which never changes; 1 if there is no such sale. */
    int numberOfBuckets(long saleId);
}
