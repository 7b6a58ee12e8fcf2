package io.flashsale.contracts.order;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Fact: an order has ended without a sale, and what it held must be given back.
 *
 * <p>Sent at least once on {@link #TOPIC}, keyed by sale; applying it twice must equal applying it once.
 *
 * @param reason why the order ended; one that this version does not know is read as {@link Reason#OTHER}
 * @param traceparent of the click that the order came from, if that is followed
 */
public record OrderReleased(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,

        @JsonFormat(with = JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
        Reason reason,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String traceparent) {

    public static final String TOPIC = "order-events";

    public static final String DEAD_LETTER_TOPIC = "order-events.dead-letter";

    /** The consumer group of stock-service. */
    public static final String RELEASE_GROUP = "stock-release";

    /** Of an order whose click is not followed. */
    public OrderReleased(long orderId, long saleId, long userId, Reason reason) {
        this(orderId, saleId, userId, reason, null);
    }

    public enum Reason {
        /** Not paid before its deadline. */
        PAYMENT_OVERDUE,
        /** The shopper cancelled. */
        CANCELLED,
        /** An administrator gave the money for the paid order back. */
        REFUNDED_BY_ADMINISTRATOR,
        /** An administrator called the sale off. */
        SALE_CALLED_OFF,
        /**
         * Rejected at placement: MySQL had no unit left, so Redis had promised one too many. The shopper's entry is
         * removed. The unit is <em>not</em> given back in Redis, which removes the surplus.
         */
        INSUFFICIENT_STOCK,
        /** Rejected at placement: the shopper has as many other active orders as this sale allows. */
        DUPLICATE_PURCHASE,
        /** Rejected at placement: another order was made with the same purchase ticket. */
        TICKET_USED,
        /** Rejected at placement: the ledger does not know the sale. */
        UNKNOWN_SALE,
        /** Rejected by an administrator after it had become a dead letter. */
        REJECTED_BY_ADMINISTRATOR,
        /**
         * A reason of a later version; no service sends it, only the completion of a restore. The unit is given back
         * in MySQL and in Redis, and does not count as unpaid. So a version may add a reason only if that is right for
         * it.
         */
        @JsonEnumDefaultValue
        OTHER
    }
}
