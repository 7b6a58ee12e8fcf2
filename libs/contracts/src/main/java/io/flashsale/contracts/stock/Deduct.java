package io.flashsale.contracts.stock;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/**
 * Command: deduct one unit of the sale for each order.
 *
 * @param orders 1 to {@value #MAX_ORDERS}, no order twice
 */
public record Deduct(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId, List<Line> orders) {

    public static final int MAX_ORDERS = 5_000;

    /**
     * One order and its buyer. The ledger stores the buyer, so that Redis can be rebuilt from the ledger alone.
     *
     * @param priceCents at which the order is to be sold; the ledger checks that the sale has or had this price
     * @param slot which of the buyer's active orders this one would be, from 1; the ledger checks that it is no more
     *     than the limit of the sale
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            long priceCents,
            int slot) {}
}
