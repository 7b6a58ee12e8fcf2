package io.flashsale.chaos.checker;

import java.util.Locale;

/** Something that must never happen, with the case that was found. */
public record Violation(Kind kind, String what) {

    public enum Kind {
        /** A reservation got a 202, but its order does not exist. */
        ORDER_LOST,
        /** A shopper was told of an order as theirs, but it belongs to another shopper or sale. */
        ORDER_OF_ANOTHER,
        /** Two requests got a 202 with the same order. */
        ORDER_TOLD_TWICE,
        /** A shopper has an order that neither an answer nor an undecided request sent before it explains. */
        ORDER_FROM_NOWHERE,
        /** The unit of an accepted order was set aside before its request was sent or after it was answered. */
        RESERVED_AT_ANOTHER_TIME,
        /** A shopper was told that nothing is left, although fewer units than there are can have been taken. */
        UNTRUE_SOLD_OUT,
        /** A refusal names an order that does not exist. */
        NAMED_ORDER_LOST,
        /** A shopper has two active orders in one sale. */
        TWO_FOR_ONE,
        /** An accepted order was rejected later. */
        ACCEPTED_AND_REJECTED,
        /** An order is paid, and no payment of it succeeded or was left undecided. */
        PAYMENT_FROM_NOWHERE,
        /** An order was cancelled, and no cancellation of it succeeded or was left undecided. */
        CANCELLATION_FROM_NOWHERE,
        /** A payment got a 200, but the order is not paid. */
        PAYMENT_LOST,
        /** A cancellation got a 200, but the order is not closed. */
        CANCELLATION_LOST,
        /** A refusal named the final status of an order, but the order has another one. */
        REFUSAL_CONTRADICTED,
        COUPON_LOST,
        /** A refusal names a coupon that does not exist. */
        NAMED_COUPON_LOST,
        COUPON_OF_ANOTHER,
        COUPON_TOLD_TWICE,
        COUPON_FROM_NOWHERE,
        /** Fewer units were added than the answers to the administrator say. */
        RESTOCK_LOST,
        /** More units were added than the administrator asked for. */
        RESTOCK_TWICE,
        /** The price of a sale is not the one that the administrator was told of last. */
        CHANGE_LOST,
        /** The auditor reported a finding. */
        INVARIANT,
        /** The coupon paid more than one order. */
        COUPON_USED_TWICE,
        /** An ended order keeps the coupon reserved, or an unpaid order has used it. */
        COUPON_STUCK,
        /** No shopper was accepted in the whole round, so the round proves nothing. */
        NOTHING_SOLD,
        /** Everything serves again, but a new shopper is refused or gets no order. */
        NOT_SELLING,
        /** Messages are still in flight half a minute after the repair. */
        NOT_CONVERGED,
        /** A server or service did not come back after all faults had ended. */
        NOT_BACK;

        /** The name in reports, such as {@code order-lost}. */
        public String slug() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public String toString() {
        return kind.slug() + ": " + what;
    }
}
