package io.flashsale.contracts.stock;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/** The outcome of {@link Deduct}, order by order. */
public record Deductions(List<Line> orders) {

    public enum Outcome {
        /** The unit is this order's, by this call or an earlier one. */
        DEDUCTED,
        /** MySQL has no unit left for it. Nothing was changed. */
        INSUFFICIENT_STOCK,
        /** The order held a unit once and gave it back; it can never hold one again. */
        ALREADY_RELEASED,
        /** The id is that of an order of another shopper or sale. Nothing was changed. */
        OTHER_ORDER
    }

    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, Outcome outcome) {}
}
