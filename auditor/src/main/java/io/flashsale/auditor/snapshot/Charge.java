package io.flashsale.auditor.snapshot;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Money that was taken for an order: what the shop has recorded of it, and what the payment provider's own records say.
 *
 * @param orderId the order of the sale
 * @param toPayCents what that order costs, less the coupon that it is paid with
 * @param recorded absent if the shop has not heard of the charge
 * @param taken absent if the provider has no such charge
 * @param refund absent if the shop gives nothing back
 * @param givenBackCents what the provider has given back, in all; absent if it never did
 * @param recent it was taken a moment ago, and the shop may be about to record it
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
     * @param orderId the order that the shop takes it for; there may be no such order
     */
    public record Recorded(long orderId, long amountCents, Outcome outcome) {}

    /** The provider's record. */
    public record Taken(long orderId, long amountCents) {}

    /** The shop's refund. */
    public record Refund(long amountCents, RefundState state, RefundReason reason) {}

    /** What the shop has the charge do. */
    public enum Outcome {
        PAID,
        REFUND,
        /** Neither, or something that the table must not know. */
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

    /** How far the shop believes a refund to be. */
    public enum RefundState {
        /** The provider is to be asked, or somebody has to look. */
        UNFINISHED,
        REFUNDED;

        public static RefundState named(String name) {
            return name.equals("REFUNDED") ? REFUNDED : UNFINISHED;
        }
    }

    /** Why the shop gives it back, as far as that says something about the order. */
    public enum RefundReason {
        /** The order came after the charge: it does not know of it. */
        UNKNOWN_ORDER,
        WRONG_AMOUNT,
        ALREADY_PAID,
        ORDER_ENDED,
        /** Something that the table must not know. */
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
