package io.flashsale.auditor.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Money that was taken for an order: the shop's record, and the payment provider's own records.
 *
 * @param orderId the order of the sale.
 * @param toPayCents the price of that order, less its coupon.
 * @param recorded absent if the shop has not heard of the charge.
 * @param taken absent if the provider has no such charge.
 * @param refund absent if the shop makes no refund.
 * @param givenBackCents the sum of the provider's refunds; absent if there is none.
 * @param recent whether the charge is so new that the shop may still be recording it.
 */
public record Charge(
        String id,
        long orderId,
        long toPayCents,
        @Nullable Recorded recorded,
        @Nullable Taken taken,
        @Nullable Refund refund,
        @Nullable Long givenBackCents,
        boolean recent) {

    /**
     * The shop's record.
     *
     * @param orderId the order to which the shop assigns the charge; it may not exist
     */
    public record Recorded(long orderId, long amountCents, Outcome outcome) {}

    public record Taken(long orderId, long amountCents) {}

    public record Refund(long amountCents, RefundState state, RefundReason reason) {}

    /** What the charge leads to, according to the shop. */
    public enum Outcome {
        PAID,
        REFUND,
        /** Neither, or an unknown value in the table. */
        UNDECIDED
    }

    /** The state of a refund according to the shop. */
    public enum RefundState {
        /** The shop still has to ask the provider, or an administrator has to look. */
        UNFINISHED,
        REFUNDED
    }

    /** The reason of a refund, as far as it concerns the order. */
    public enum RefundReason {
        /** The charge came before its order, so the order does not know of it. */
        UNKNOWN_ORDER,
        WRONG_AMOUNT,
        ALREADY_PAID,
        ORDER_ENDED,
        /** The charge had paid the order, whose sale was undone. */
        BY_ADMINISTRATOR,
        /** An unknown value in the table. */
        UNKNOWN
    }

    /** Whether the shop may still be about to record it. */
    public boolean isUnderWay() {
        return recorded == null && recent;
    }
}
