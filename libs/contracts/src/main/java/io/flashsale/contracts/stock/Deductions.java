package io.flashsale.contracts.stock;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@link Deduct} for each order.
 *
 * @param version of the stock afterwards, for people to read; null if the service does not report it
 */
public record Deductions(
        List<Line> orders,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long version) {

    public enum Outcome {
        /** The unit belongs to this order, by this call or an earlier one. */
        DEDUCTED,
        /** MySQL has no unit left. Nothing was changed. */
        INSUFFICIENT_STOCK,
        /** The order held a unit once and gave it back; it can never hold one again. */
        ALREADY_RELEASED,
        /** The id belongs to an order of another shopper or sale. Nothing was changed. */
        OTHER_ORDER,
        /**
         * The sale never had this price, so an administrator decides about the order. Until then it keeps the unit that
         * it would have got at another price, if any.
         */
        WRONG_PRICE,
        /** The buyer has as many active orders as the sale allows. Nothing was changed. */
        LIMIT_REACHED,
        /** An outcome of a later version; never answered. The order may hold a unit. */
        @JsonEnumDefaultValue
        UNKNOWN
    }

    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,

            @JsonFormat(with = JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
            Outcome outcome) {}
}
