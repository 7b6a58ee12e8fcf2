package io.flashsale.auditor.finding;

import static io.flashsale.auditor.finding.FindingKind.When.ALWAYS;
import static io.flashsale.auditor.finding.FindingKind.When.DRAINED;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What can be wrong, and which invariant it breaks. */
public enum FindingKind {
    NOT_CONSERVED(Invariant.I1, ALWAYS),
    STOCK_ROW_MISSING(Invariant.I1, ALWAYS),
    MORE_RELEASED_THAN_DEDUCTED(Invariant.I1, ALWAYS),
    /** Units came to buckets that did not leave others, or the other way, or the moves' rows say something else. */
    MOVES_UNBALANCED(Invariant.I1, ALWAYS),
    /** Naive path only: the stock went down by less than what was sold, as one write undid another. */
    LOST_UPDATE(Invariant.I1, DRAINED),

    AVAILABLE_NEGATIVE(Invariant.I2, ALWAYS),
    REDIS_NEGATIVE(Invariant.I2, ALWAYS),
    /** More units are held by active orders, or by the ledger's flows, than were ever on offer. */
    OVERSOLD(Invariant.I2, DRAINED),

    DUPLICATE_BUYER(Invariant.I3, ALWAYS),

    /** A client was answered 202 with this order id, and there is no such order in the sale. */
    LOST_ORDER(Invariant.I4, DRAINED),
    /** Two requests were answered 202 with the same order id. */
    ANSWERED_TWICE(Invariant.I4, DRAINED),
    /** The order exists, but for another user than the one who was answered. */
    ORDER_OF_ANOTHER_USER(Invariant.I4, DRAINED),
    /** An order whose user neither was answered 202 for it nor timed out. */
    UNEXPLAINED_ORDER(Invariant.I4, DRAINED),
    ORDER_TWICE(Invariant.I4, ALWAYS),
    UNKNOWN_STATUS(Invariant.I4, ALWAYS),
    END_WITHOUT_REASON(Invariant.I4, ALWAYS),

    REDIS_OFFERS_TOO_MUCH(Invariant.I5, DRAINED),
    REDIS_OFFERS_TOO_LITTLE(Invariant.I5, DRAINED),
    REDIS_TOTAL(Invariant.I5, DRAINED),
    /** A gate believes that other units came from other buckets, or went there, than MySQL has moved. */
    REDIS_MOVED(Invariant.I5, DRAINED),
    HOLDER_WITHOUT_ORDER(Invariant.I5, DRAINED),
    ORDER_WITHOUT_HOLDER(Invariant.I5, DRAINED),
    /** The user has an active order, and Redis names another one. */
    HOLDER_OF_ANOTHER_ORDER(Invariant.I5, DRAINED),
    /** The user holds a unit in two buckets. */
    HOLDER_TWICE(Invariant.I5, DRAINED),
    /** A gate names a user who belongs to another bucket, where he could buy again. */
    HOLDER_IN_OTHER_BUCKET(Invariant.I5, DRAINED),

    DEDUCT_MISSING(Invariant.I6, DRAINED),
    RELEASE_MISSING(Invariant.I6, DRAINED),
    /** An active order whose unit was given back. */
    RELEASED_WHILE_ACTIVE(Invariant.I6, DRAINED),
    RELEASE_WITHOUT_DEDUCT(Invariant.I6, DRAINED),
    /** VOID says that the order never held a unit: only a rejected order may have one, and no other flow then. */
    VOID_MISPLACED(Invariant.I6, DRAINED),
    FLOW_TWICE(Invariant.I6, ALWAYS),
    UNKNOWN_FLOW(Invariant.I6, ALWAYS),
    ORPHANED_FLOW(Invariant.I6, DRAINED),
    FLOW_OF_ANOTHER_USER(Invariant.I6, DRAINED),
    /** {@code stock.deducted} is not the number of DEDUCT flows; one transaction writes both. */
    DEDUCTED_COUNTER(Invariant.I6, ALWAYS),
    RELEASED_COUNTER(Invariant.I6, ALWAYS),

    CLAIMED_TOO_MANY(Invariant.I8, ALWAYS),
    /** {@code coupon_template.claimed} is not the number of coupons; one transaction writes both. */
    CLAIMED_COUNTER(Invariant.I8, ALWAYS),
    /** A coupon without its CLAIM flow, or a flow without its coupon. */
    CLAIM_FLOW(Invariant.I8, ALWAYS),
    REDIS_COUPONS_LEFT(Invariant.I8, DRAINED),
    /** Redis holds a claim that is no coupon. */
    CLAIM_WITHOUT_COUPON(Invariant.I8, DRAINED),
    COUPON_WITHOUT_CLAIM(Invariant.I8, DRAINED),

    TOO_MANY_FOR_ONE(Invariant.I9, ALWAYS),

    /** Two paid orders name the coupon as theirs. */
    COUPON_PAID_TWICE(Invariant.I10, ALWAYS),
    /** Used, but the order was not paid with it. */
    COUPON_BURNT(Invariant.I10, DRAINED),
    /** The order was paid with it, but it is not used by that order. */
    COUPON_SPENT_UNMARKED(Invariant.I10, DRAINED),
    /** Reserved by an order that has let go of it. */
    COUPON_STUCK(Invariant.I10, DRAINED),
    /** Used without its USE flow, or a flow without the use. */
    USE_FLOW(Invariant.I10, ALWAYS),

    /** The provider took money that the shop knows nothing of. */
    CHARGE_UNRECORDED(Invariant.I11, DRAINED),
    /** The shop recorded a charge that the provider never made. */
    CHARGE_UNKNOWN_TO_PROVIDER(Invariant.I11, ALWAYS),
    /** Shop and provider name another amount, or another order. */
    CHARGE_DIFFERS(Invariant.I11, ALWAYS),
    /** Recorded, and neither paid an order nor goes back. */
    CHARGE_UNDECIDED(Invariant.I11, ALWAYS),
    CHARGE_PAID_NOTHING(Invariant.I11, ALWAYS),
    PAID_WITHOUT_CHARGE(Invariant.I11, ALWAYS),
    PAID_TWICE(Invariant.I11, ALWAYS),
    PAID_ANOTHER_AMOUNT(Invariant.I11, ALWAYS),
    PAID_AND_REFUNDED(Invariant.I11, ALWAYS),
    REFUND_MISSING(Invariant.I11, ALWAYS),
    /** The shop calls it refunded; the provider has given nothing back. */
    REFUND_NOT_MADE(Invariant.I11, ALWAYS),
    /** The provider has given back what the shop never asked it to. */
    REFUND_UNEXPLAINED(Invariant.I11, ALWAYS),
    /** More or less goes back, or went, than was charged; twice counts as more. */
    REFUND_OF_ANOTHER_AMOUNT(Invariant.I11, ALWAYS),
    /** The order says that a refund is due, or was made, and its refunds say something else. */
    REFUND_STATUS(Invariant.I11, ALWAYS),
    /** The order names another sum that goes back, or went, than its charges that paid nothing come to. */
    REFUND_SUM(Invariant.I11, ALWAYS),

    /** The sale asks for purchase tickets, and the order has none. */
    ORDER_WITHOUT_TICKET(Invariant.I12, DRAINED),
    /** Two orders have the same ticket. */
    TICKET_TWICE(Invariant.I12, ALWAYS),
    /** The number of the order's ticket was given to nobody. */
    TICKET_OF_NOBODY(Invariant.I12, DRAINED),
    TICKET_OF_ANOTHER_USER(Invariant.I12, DRAINED),
    /** The number has no ticket, or got it after the reservation. */
    TICKET_NOT_ISSUED(Invariant.I12, DRAINED);

    /** When it may be believed. */
    enum When {
        /** Read off one server at one moment, and wrong at any. */
        ALWAYS,
        /** Compares what passes through queues: wrong only once they are drained. */
        DRAINED
    }

    private final Invariant invariant;
    private final When when;

    FindingKind(Invariant invariant, When when) {
        this.invariant = invariant;
        this.when = when;
    }

    public Invariant invariant() {
        return invariant;
    }

    /** Whether it is wrong for certain, whatever is on its way. */
    public boolean certain() {
        return when == ALWAYS;
    }

    /** Its name in answers, such as {@code duplicate-buyer}. */
    @JsonValue
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
