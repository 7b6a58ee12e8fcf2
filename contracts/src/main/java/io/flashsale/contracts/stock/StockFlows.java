package io.flashsale.contracts.stock;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;

/**
 * What the ledger has of one order, in the sequence in which it was written.
 *
 * @param flows none if the order never came to the ledger
 */
public record StockFlows(List<Line> flows) {

    /**
     * One row, whose key is the order with the type.
     *
     * @param type DEDUCT, RELEASE or VOID
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
            String type,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            Instant createdAt) {}
}
