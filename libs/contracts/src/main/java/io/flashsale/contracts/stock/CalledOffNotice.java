package io.flashsale.contracts.stock;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/** Internal interface of stock-service: hears that a sale was called off, so that its page says so. */
@HttpExchange("/internal/called-off-sales")
public interface CalledOffNotice {

    /** Notes it for good; may be repeated. 404 {@code sale-not-found} for an unknown sale. */
    @PostExchange("/{saleId}")
    void note(@PathVariable long saleId);
}
