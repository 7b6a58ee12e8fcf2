package io.flashsale.auditor.finding;

import static io.flashsale.auditor.finding.FindingKind.When.ALWAYS;
import static io.flashsale.auditor.finding.FindingKind.When.DRAINED;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kinds of errors, and the invariant that each violates. */
public enum FindingKind {
    NOT_CONSERVED(Invariant.I1, ALWAYS),
    STOCK_ROW_MISSING(Invariant.I1, ALWAYS),
    MORE_RELEASED_THAN_DEDUCTED(Invariant.I1, ALWAYS),
    /** Buckets received other units than buckets gave, or the table of moves does not match. */
    MOVES_UNBALANCED(Invariant.I1, ALWAYS),
    /** Naive path only: the stock fell by less than was sold, because one write overwrote another. */
    LOST_UPDATE(Invariant.I1, DRAINED),

    AVAILABLE_NEGATIVE(Invariant.I2, ALWAYS),
    REDIS_NEGATIVE(Invariant.I2, ALWAYS),
    /** Active orders, or the ledger's flows, hold more units than were ever on offer. */
    OVERSOLD(Invariant.I2, DRAINED),

    DUPLICATE_BUYER(Invariant.I3, ALWAYS),
    /** A unit of a variant has no slot in its family, or a slot has no unit of the family; one transaction writes both. */
    FAMILY_SLOT(Invariant.I3, ALWAYS),

    /** A client received a 202 with this order id, but the sale has no such order. */
    LOST_ORDER(Invariant.I4, DRAINED),
    /** Two requests received a 202 with the same order id. */
    ANSWERED_TWICE(Invariant.I4, DRAINED),
    /** The order exists, but for another user than the one who received the answer. */
    ORDER_OF_ANOTHER_USER(Invariant.I4, DRAINED),
    /** The user of the order neither received a 202 for it nor timed out. */
    UNEXPLAINED_ORDER(Invariant.I4, DRAINED),
    /** A file of exported orders has an order that the sale does not have. */
    EXPORTED_ORDER_MISSING(Invariant.I4, ALWAYS),
    EXPORTED_FOR_ANOTHER_USER(Invariant.I4, ALWAYS),
    /** The order has a status that the exported one cannot become. */
    EXPORTED_STATUS(Invariant.I4, ALWAYS),
    EXPORTED_AMOUNT(Invariant.I4, ALWAYS),
    ORDER_TWICE(Invariant.I4, ALWAYS),
    UNKNOWN_STATUS(Invariant.I4, ALWAYS),
    END_WITHOUT_REASON(Invariant.I4, ALWAYS),

    REDIS_OFFERS_TOO_MUCH(Invariant.I5, DRAINED),
    REDIS_OFFERS_TOO_LITTLE(Invariant.I5, DRAINED),
    REDIS_TOTAL(Invariant.I5, DRAINED),
    /** A gate promises another title or price than the sale, or has another window. */
    REDIS_OFFER(Invariant.I5, DRAINED),
    /** A gate knows changes that MySQL does not have, such as after MySQL was restored. */
    REDIS_AHEAD(Invariant.I5, DRAINED),
    /** A gate has recorded other units from or to other buckets than MySQL. */
    REDIS_MOVED(Invariant.I5, DRAINED),
    HOLDER_WITHOUT_ORDER(Invariant.I5, DRAINED),
    ORDER_WITHOUT_HOLDER(Invariant.I5, DRAINED),
    /** Redis says that the user holds by an order that is another user's. */
    HOLDER_OF_ANOTHER_ORDER(Invariant.I5, DRAINED),
    /** A gate holds a user of another bucket, where the user could buy again. */
    HOLDER_IN_OTHER_BUCKET(Invariant.I5, DRAINED),

    DEDUCT_MISSING(Invariant.I6, DRAINED),
    RELEASE_MISSING(Invariant.I6, DRAINED),
    /** An active order whose unit was given back. */
    RELEASED_WHILE_ACTIVE(Invariant.I6, DRAINED),
    RELEASE_WITHOUT_DEDUCT(Invariant.I6, DRAINED),
    /**
     * A VOID flow says that the order never held a unit. This one is beside other flows, or of an order that is
     * not rejected.
     */
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
    /** A coupon without its CLAIM flow, or such a flow without its coupon. */
    CLAIM_FLOW(Invariant.I8, ALWAYS),
    REDIS_COUPONS_LEFT(Invariant.I8, DRAINED),
    /** The gate lets shoppers claim in another window, or knows changes that the database does not have. */
    REDIS_CLAIM_WINDOW(Invariant.I8, DRAINED),
    /** Redis holds a claim that has no coupon. */
    CLAIM_WITHOUT_COUPON(Invariant.I8, DRAINED),
    COUPON_WITHOUT_CLAIM(Invariant.I8, DRAINED),

    TOO_MANY_FOR_ONE(Invariant.I9, ALWAYS),

    /** Two paid orders name the same coupon. */
    COUPON_PAID_TWICE(Invariant.I10, ALWAYS),
    /** The coupon is used, but the order was not paid with it. */
    COUPON_BURNT(Invariant.I10, DRAINED),
    /** The order was paid with the coupon, but the coupon is not used by that order. */
    COUPON_SPENT_UNMARKED(Invariant.I10, DRAINED),
    /** The coupon is reserved by an order that has released it. */
    COUPON_STUCK(Invariant.I10, DRAINED),
    /** The coupon is used without its USE flow, or has the flow but is not used. */
    USE_FLOW(Invariant.I10, ALWAYS),

    /** The provider took money that the shop has not recorded. */
    CHARGE_UNRECORDED(Invariant.I11, DRAINED),
    /** The shop recorded a charge that the provider never made. */
    CHARGE_UNKNOWN_TO_PROVIDER(Invariant.I11, ALWAYS),
    /** Shop and provider record different amounts, or different orders. */
    CHARGE_DIFFERS(Invariant.I11, ALWAYS),
    /** The charge is recorded, but neither paid an order nor is refunded. */
    CHARGE_UNDECIDED(Invariant.I11, ALWAYS),
    CHARGE_PAID_NOTHING(Invariant.I11, ALWAYS),
    PAID_WITHOUT_CHARGE(Invariant.I11, ALWAYS),
    PAID_TWICE(Invariant.I11, ALWAYS),
    PAID_ANOTHER_AMOUNT(Invariant.I11, ALWAYS),
    PAID_AND_REFUNDED(Invariant.I11, ALWAYS),
    REFUND_MISSING(Invariant.I11, ALWAYS),
    /** The shop has recorded a refund that the provider never made. */
    REFUND_NOT_MADE(Invariant.I11, ALWAYS),
    /** The provider made a refund that the shop never requested. */
    REFUND_UNEXPLAINED(Invariant.I11, ALWAYS),
    /** The refund is more or less than the charge; two refunds count as more. */
    REFUND_OF_ANOTHER_AMOUNT(Invariant.I11, ALWAYS),
    /** The order says that a refund is due, or was made, but its refunds say otherwise. */
    REFUND_STATUS(Invariant.I11, ALWAYS),
    /** The order names another refund than the sum of its charges that paid nothing. */
    REFUND_SUM(Invariant.I11, ALWAYS),

    /** The sale asks for purchase tickets, and the order has none. */
    ORDER_WITHOUT_TICKET(Invariant.I12, DRAINED),
    /** Two orders have the same ticket. */
    TICKET_TWICE(Invariant.I12, ALWAYS),
    /** No user received the number of the order's ticket. */
    TICKET_OF_NOBODY(Invariant.I12, DRAINED),
    TICKET_OF_ANOTHER_USER(Invariant.I12, DRAINED),
    /** The number has no ticket, or got it after the reservation. */
    TICKET_NOT_ISSUED(Invariant.I12, DRAINED);

    /** When the finding is reliable. */
    enum When {
        /** Always: it concerns one server at one moment. */
        ALWAYS,
        /** Once the queues are drained: it compares data that passes through them. */
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

    /** Whether the finding is certain even while messages are in flight. */
    public boolean certain() {
        return when == ALWAYS;
    }

    /** The name in answers, such as {@code duplicate-buyer}. */
    @JsonValue
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
