package io.flashsale.chaos.checker;

import java.util.Locale;

/** Something that must never be, with the one case of it that was found. */
public record Violation(Kind kind, String what) {

    public enum Kind {
        /** A reservation was answered 202, and there is no such order. */
        ORDER_LOST,
        /** The order that a shopper was told of, as his own, is somebody else's or of another sale. */
        ORDER_OF_ANOTHER,
        /** Two requests were answered 202 with the same order. */
        ORDER_TOLD_TWICE,
        /** A shopper has more orders than he was told of and than he was left in doubt about. */
        ORDER_FROM_NOWHERE,
        /** A shopper was refused because of an order that there is not. */
        NAMED_ORDER_LOST,
        /** A shopper has two active orders in one sale. */
        TWO_FOR_ONE,
        /** An accepted order or claim was rejected afterwards, though no Redis had been wiped or replaced when it was accepted. */
        ACCEPTED_AND_REJECTED,
        /** A payment was answered 200, and the order is not paid. */
        PAYMENT_LOST,
        /** A cancellation was answered 200, and the order is not closed. */
        CANCELLATION_LOST,
        /** The order has become something else than what a refusal said that it finally is. */
        REFUSAL_CONTRADICTED,
        COUPON_LOST,
        /** A shopper was refused because of a coupon that there is not. */
        NAMED_COUPON_LOST,
        COUPON_OF_ANOTHER,
        COUPON_TOLD_TWICE,
        COUPON_FROM_NOWHERE,
        /** Fewer units were added than the administrator was told. */
        RESTOCK_LOST,
        /** More units were added than were asked for. */
        RESTOCK_TWICE,
        /** The auditor found something. */
        INVARIANT,
        /** More than one order was paid with the coupon. */
        COUPON_USED_TWICE,
        /** The coupon is set aside for an order that has ended, or used for one that is not paid. */
        COUPON_STUCK,
        /** Nobody was accepted in the whole round, so that it shows nothing. */
        NOTHING_SOLD,
        /** Everything serves again, and a new shopper is not accepted, or gets no order. */
        NOT_SELLING,
        /** Something is still on its way half a minute after everything was mended. */
        NOT_CONVERGED,
        /** A server or service did not come back, although nothing hindered it any more. */
        NOT_BACK;

        /** Such as {@code order-lost}. */
        public String slug() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public String toString() {
        return kind.slug() + ": " + what;
    }
}
