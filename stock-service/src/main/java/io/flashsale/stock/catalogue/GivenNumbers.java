package io.flashsale.stock.catalogue;

/** Whether shoppers stand in line in a sale already, or may be served. */
public interface GivenNumbers {

    /** Whether somebody has, or may have, a number in the sale; true where that cannot be told now. */
    boolean maybeIn(long saleId);

    /** Whether the sale has opened, or may have, by the clock of Redis; true where that cannot be told now. */
    boolean maybeOpened(long saleId);
}
