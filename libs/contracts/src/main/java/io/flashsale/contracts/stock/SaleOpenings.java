package io.flashsale.contracts.stock;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;

/** Internal interface of stock-service: when sales open, so that order-service can remind shoppers. */
@HttpExchange("/internal/openings")
public interface SaleOpenings {

    /** The most sales of one call. */
    int MAX_SALES = 100;

    record Openings(List<Opening> sales) {}

    /** @param calledOff whether all orders of the sale end */
    record Opening(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
            String title,
            Instant opensAt,
            Instant closesAt,
            boolean calledOff) {}

    /**
     * The sales with these ids as they were at most a second ago, without those that do not exist. 400
     * {@code invalid-request} for more than {@value #MAX_SALES}.
     */
    @GetExchange
    Openings of(@RequestParam Collection<Long> saleIds);
}
