package io.flashsale.contracts.stock;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/**
 * Internal interface of stock-service: the ledger of what was really sold.
 *
 * <p>Idempotent by order id: an order never gets a second unit, however often a call is repeated, as a whole or in
 * parts. A repetition is answered DEDUCTED, or ALREADY_RELEASED once the unit went back. An order with
 * INSUFFICIENT_STOCK left no trace and may get a unit later. A caller without an answer repeats the call.
 *
 * <p>An order is sold only at the sale's present price or an earlier one, which the shopper may have seen. Anybody who
 * can write to the topic of reservations can put a price into a message; the recorded price is the administrator's.
 * But a price may also be one that MySQL has lost, and that was promised. So such an order keeps its unit until an
 * administrator decides.
 *
 * <p>The limit of a sale is known here, and the orders of a shopper to the caller: it names the slot of each order.
 */
@HttpExchange("/internal/stock")
public interface StockLedger {

    /**
     * Deducts one unit for each order, in one transaction, in the given order. If stock runs short, the last orders
     * are refused. An order that would be answered DEDUCTED or INSUFFICIENT_STOCK is answered WRONG_PRICE at a
     * wrong price, whether it got a unit or not. A slot above the sale's limit is answered LIMIT_REACHED, even for an
     * order that was deducted before. The outcomes have the same order. 404 {@code sale-not-found} for an unknown sale.
     */
    @PostExchange("/deductions")
    Deductions deduct(@RequestBody Deduct command);

    /** The ledger's entries for the order; empty for an unknown order. */
    @GetExchange("/flows/{orderId}")
    StockFlows flows(@PathVariable long orderId);
}
