package io.flashsale.auditor.snapshot;

import java.util.Arrays;
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

    /** The provider's record. */
    public record Taken(long orderId, long amountCents) {}

    /** The shop's refund. */
    public record Refund(long amountCents, RefundState state, RefundReason reason) {}

    /** What the charge leads to, according to the shop. */
    public enum Outcome {
        PAID,
        REFUND,
        /** Neither, or an unknown value in the table. */
        UNDECIDED;

        /** The outcome of that name, or {@link #UNDECIDED}. */
        public static Outcome named(String name) {
            return switch (name) {
                case "PAID" -> PAID;
                case "REFUND" -> REFUND;
                default -> UNDECIDED;
            };
        }
    }

    /** The state of a refund according to the shop. */
    public enum RefundState {
        /** The shop still has to ask the provider, or an administrator has to look. */
        UNFINISHED,
        REFUNDED;

        public static RefundState named(String name) {
            return name.equals("REFUNDED") ? REFUNDED : UNFINISHED;
        }
    }

    /** The reason of a refund, as far as it concerns the order. */
    public enum RefundReason {
        /** The charge came before its order, so the order does not know of it. */
        UNKNOWN_ORDER,
        WRONG_AMOUNT,
        ALREADY_PAID,
        ORDER_ENDED,
        /** An unknown value in the table. */
        UNKNOWN;

        /** The reason of that name, or {@link #UNKNOWN}. */
        public static RefundReason named(String name) {
            return Arrays.stream(values())
                    .filter(reason -> reason.name().equals(name))
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }

    /** Whether the shop may still be about to record it. */
    public boolean isUnderWay() {
        return recorded == null && recent;
    }
}
