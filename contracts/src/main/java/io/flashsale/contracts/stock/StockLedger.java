package io.flashsale.contracts.stock;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/**
 * Internal interface of stock-service: the ledger of what was really sold.
 *
 * <p>Idempotent by order id: an order that has its unit is given none a second time, however often and in whatever part a
 * call is repeated. It is answered DEDUCTED again, or ALREADY_RELEASED once the unit went back; one that was told
 * INSUFFICIENT_STOCK left no trace and may be given a unit later. A caller that got no answer repeats the call.
 */
@HttpExchange("/internal/stock")
public interface StockLedger {

    /**
     * Deducts one unit for each order, in one transaction, in the order given; when stock runs short the last ones are
     * refused. One outcome an order, in the same sequence. 404 {@code sale-not-found} for an unknown sale.
     */
    @PostExchange("/deductions")
    Deductions deduct(@RequestBody Deduct command);

    /** What the sale may be sold for. 404 {@code sale-not-found} for an unknown sale. */
    @GetExchange("/sales/{saleId}/prices")
    SalePrices prices(@PathVariable long saleId);

    /** What the ledger has of the order; nothing of one that it does not know. */
    @GetExchange("/flows/{orderId}")
    StockFlows flows(@PathVariable long orderId);
}
