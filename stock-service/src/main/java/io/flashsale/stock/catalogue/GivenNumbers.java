package io.flashsale.stock.catalogue;

/** Whether shoppers stand in line in a sale already. */
@FunctionalInterface
public interface GivenNumbers {

    /** Whether somebody has, or may have, a number in the sale; true where that cannot be told now. */
    boolean maybeIn(long saleId);
}
