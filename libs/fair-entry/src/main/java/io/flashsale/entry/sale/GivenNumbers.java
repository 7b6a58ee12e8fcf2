package io.flashsale.entry.sale;

/** Tells whether shoppers already wait in a sale, or may be served. */
public interface GivenNumbers {

    /** Whether a shopper has, or may have, a number in the sale; true if that is unknown now. */
    boolean maybeIn(long saleId);

    /** Whether the sale has opened, or may have, by the clock of Redis; true if that is unknown now. */
    boolean maybeOpened(long saleId);
}
