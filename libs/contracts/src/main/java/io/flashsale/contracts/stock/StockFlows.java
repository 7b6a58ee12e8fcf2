package io.flashsale.contracts.stock;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;

/**
 * The ledger's entries for one order, in the order in which they were written.
 *
 * @param flows empty if the order never reached the ledger
 */
public record StockFlows(List<Line> flows) {

    /**
     * One row; its key is the order and the type.
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
