package io.flashsale.contracts.problem;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a campaign hands out no unit. One row declares one reason; its status and title are those of the problem type.
 *
 * <p>Responses, metrics, OpenAPI documents and the counts in the control room follow from the row. One run of
 * {@code RefusalReasonsTests} names every file that lacks the words of a new reason. No test notices what else is
 * missing:
 *
 * <ul>
 *   <li>a colour: a {@code .swatch} in {@code control.css};
 *   <li>an outcome in the queries of the dashboard {@code waiting-room.json};
 *   <li>the state of the button: {@code PASSING} or {@code SHOWN_BY_THE_STATE} in {@code purchase.js};
 *   <li>the load tests that may meet the reason: the refusals of {@code TestPlan};
 *   <li>the gate, if it refuses so: the header of {@code reserve.lua} and its branch.
 * </ul>
 */
public enum RefusalReason {
    // problem of a sale; of a coupon, or null if only sales refuse so; outcome in metrics, or null for the slug;
    // meaning
    SOLD_OUT(ProblemType.SOLD_OUT, ProblemType.SOLD_OUT, null, Meaning.FINAL),
    ALREADY_HOLDING(ProblemType.ALREADY_PURCHASED, ProblemType.ALREADY_CLAIMED, null, Meaning.FINAL),
    NOT_OPEN(ProblemType.SALE_NOT_OPEN, ProblemType.COUPON_NOT_OPEN, "not-open", Meaning.FINAL),
    ENDED(ProblemType.SALE_ENDED, ProblemType.COUPON_ENDED, "ended", Meaning.FINAL),
    NOT_READY(ProblemType.SALE_WARMING_UP, ProblemType.COUPON_WARMING_UP, "not-ready", Meaning.ASK_AGAIN),
    NOT_FOUND(ProblemType.SALE_NOT_FOUND, ProblemType.COUPON_NOT_FOUND, "not-found", Meaning.FINAL),
    UNDECIDED(ProblemType.QUEUE_UNAVAILABLE, ProblemType.QUEUE_UNAVAILABLE, "undecided", Meaning.UNDECIDED),
    TICKET_REQUIRED(ProblemType.TICKET_REQUIRED, null, null, Meaning.FINAL),
    TICKET_INVALID(ProblemType.TICKET_INVALID, null, null, Meaning.FINAL),
    TICKET_NOT_YOURS(ProblemType.TICKET_NOT_YOURS, null, null, Meaning.FINAL),
    TICKET_EXPIRED(ProblemType.TICKET_EXPIRED, null, null, Meaning.FINAL),
    TICKET_USED(ProblemType.TICKET_USED, null, null, Meaning.FINAL),
    TOO_MANY_UNPAID(ProblemType.TOO_MANY_UNPAID, null, null, Meaning.FINAL),
    PRICE_CHANGED(ProblemType.PRICE_CHANGED, null, null, Meaning.FINAL);

    /** What hands out units. */
    public enum Campaign {
        SALE,
        COUPON
    }

    /** What a client knows after the refusal. */
    public enum Meaning {
        /** The request took no unit, and the same request would not take one now. */
        FINAL,
        /** The same request may take one in a moment; Retry-After says when. */
        ASK_AGAIN,
        /** The request may have taken one. Asking again tells, or takes another one if the limit allows it. */
        UNDECIDED
    }

    private final ProblemType ofSale;
    private final @Nullable ProblemType ofCoupon;
    private final @Nullable String outcome;
    private final Meaning meaning;

    RefusalReason(ProblemType ofSale, @Nullable ProblemType ofCoupon, @Nullable String outcome, Meaning meaning) {
        this.ofSale = ofSale;
        this.ofCoupon = ofCoupon;
        this.outcome = outcome;
        this.meaning = meaning;
    }

    /** The problems with which such a campaign refuses. */
    public static Stream<ProblemType> problems(Campaign campaign) {
        return Stream.of(values())
                .filter(reason -> campaign == Campaign.SALE || reason.ofCoupon != null)
                .map(reason -> reason.problem(campaign));
    }

    /** The problem that a shopper is told. */
    public ProblemType problem(Campaign campaign) {
        return campaign == Campaign.COUPON && ofCoupon != null ? ofCoupon : ofSale;
    }

    /** The tag {@code outcome} of the metric that counts answers to requests. */
    public String outcome(Campaign campaign) {
        return outcome == null ? problem(campaign).slug() : outcome;
    }

    public Meaning meaning() {
        return meaning;
    }
}
