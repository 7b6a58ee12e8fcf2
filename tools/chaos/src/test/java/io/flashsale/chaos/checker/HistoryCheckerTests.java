package io.flashsale.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.OperationOutcome.Ok;
import io.flashsale.chaos.checker.OperationOutcome.Refused;
import io.flashsale.chaos.checker.OperationOutcome.Undecided;
import io.flashsale.chaos.checker.Violation.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invented histories: the checker accepts the possible ones, and names the violation in each other one. */
class HistoryCheckerTests {

    private static final long SALE = 7;
    private static final long TEMPLATE = 8;
    private static final long ALICE = 1;
    private static final long BOB = 2;

    private final History history = new History();
    private final Map<Long, FinalState.Order> orders = new HashMap<>();
    private final Map<Long, FinalState.Coupon> coupons = new HashMap<>();
    private final Map<Long, Long> added = new HashMap<>(Map.of(SALE, 0L));
    private final Set<Long> rejectedClaims = new HashSet<>();
    private long overpromisedFrom = Long.MAX_VALUE;
    private long clock;

    private HistoryCheckerTests asked(
            long user, Operation.Kind kind, long target, long amount, OperationOutcome outcome) {
        history.add(new Operation(user, kind, target, amount, clock++, clock++, outcome));
        return this;
    }

    private HistoryCheckerTests reserved(long user, OperationOutcome outcome) {
        return asked(user, Operation.Kind.RESERVE, SALE, 0, outcome);
    }

    private HistoryCheckerTests claimed(long user, long id) {
        return asked(user, Operation.Kind.CLAIM, TEMPLATE, 0, new Ok(id));
    }

    private HistoryCheckerTests order(long id, long user, String status) {
        String reason = status.equals("REJECTED") ? "DUPLICATE_PURCHASE" : "";
        orders.put(id, new FinalState.Order(id, SALE, user, status, reason, 0));
        return this;
    }

    private HistoryCheckerTests paidWith(long coupon, long id, long user) {
        orders.put(id, new FinalState.Order(id, SALE, user, "PAID", "", coupon));
        return this;
    }

    private HistoryCheckerTests coupon(long id, long user, String status, long order) {
        coupons.put(id, new FinalState.Coupon(id, TEMPLATE, user, status, order));
        return this;
    }

    private List<Kind> found() {
        return HistoryChecker.check(history, facts(), overpromisedFrom).stream()
                .map(Violation::kind)
                .toList();
    }

    private FinalState facts() {
        return new FinalState(orders, coupons, rejectedClaims, added);
    }

    @Test
    void saysNothingOfWhatMayBe() {
        reserved(ALICE, new Ok(10)).reserved(ALICE, new Refused("already-purchased", 10));
        order(10, ALICE, "CLOSED").asked(ALICE, Operation.Kind.CANCEL, 10, 0, new Ok(10));
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("order-closed", 0));
        reserved(ALICE, new Undecided("504")).order(11, ALICE, "PAID"); // it was executed after all
        asked(ALICE, Operation.Kind.PAY, 11, 0, new Undecided("no answer"));
        asked(ALICE, Operation.Kind.PAY, 11, 0, new Ok(11));
        reserved(BOB, new Undecided("504")); // it was not executed
        reserved(BOB, new Refused("sold-out", 0));
        claimed(BOB, 20).coupon(20, BOB, "UNUSED", 0);
        asked(0, Operation.Kind.RESTOCK, SALE, 5, new Ok(SALE));
        asked(0, Operation.Kind.RESTOCK, SALE, 3, new Undecided("504"));
        added.put(SALE, 8L);
        assertThat(found()).isEmpty();
    }

    @Test
    void findsWhoseOrderIsMissing() {
        reserved(ALICE, new Ok(10)).reserved(BOB, new Ok(11)).order(11, BOB, "PAID");
        overpromisedFrom = 0; // Redis may promise too much, but loses nothing
        assertThat(found()).containsExactly(Kind.ORDER_LOST);
    }

    @Test
    void takesNoCouponForTheOrderOfTheSameNumber() {
        reserved(ALICE, new Ok(10));
        rejectedClaims.add(10L);
        assertThat(found()).containsExactly(Kind.ORDER_LOST);
        assertThat(HistoryChecker.rejectedAfterwards(history, facts())).isZero();
    }

    @Test
    void findsAnOrderOfSomebodyElse() {
        reserved(ALICE, new Ok(10)).reserved(BOB, new Undecided("504")).order(10, BOB, "AWAITING_PAYMENT");
        assertThat(found()).contains(Kind.ORDER_OF_ANOTHER);
    }

    @Test
    void findsTwoWhoWereToldOfOneOrder() {
        reserved(ALICE, new Ok(10)).reserved(BOB, new Ok(10)).order(10, ALICE, "PAID");
        assertThat(found()).containsExactly(Kind.ORDER_TOLD_TWICE);
    }

    @Test
    void findsTheOrderOfWhoWasRefused() {
        reserved(ALICE, new Refused("sold-out", 0)).order(10, ALICE, "AWAITING_PAYMENT");
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsMoreOrdersThanRequestsThatWereLeftUndecided() {
        reserved(ALICE, new Undecided("504")).order(10, ALICE, "CLOSED").order(11, ALICE, "PAID");
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsTheOrderOfWhoNeverAsked() {
        reserved(ALICE, new Ok(10)).order(10, ALICE, "PAID").order(11, BOB, "AWAITING_PAYMENT");
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsARefusalBecauseOfAnOrderThatThereIsNot() {
        reserved(ALICE, new Undecided("504")).reserved(ALICE, new Refused("already-purchased", 10));
        assertThat(found()).containsExactly(Kind.NAMED_ORDER_LOST);
    }

    @Test
    void findsTwoForOne() {
        reserved(ALICE, new Ok(10)).reserved(ALICE, new Ok(11));
        order(10, ALICE, "PAID").order(11, ALICE, "AWAITING_PAYMENT");
        assertThat(found()).containsExactly(Kind.TWO_FOR_ONE);
    }

    @Test
    void findsWhatRedisPromisedTooMuchUnlessItWasWipedOrReplaced() {
        reserved(ALICE, new Ok(10)).order(10, ALICE, "REJECTED");
        assertThat(found()).containsExactly(Kind.ACCEPTED_AND_REJECTED);
        overpromisedFrom = clock; // after it had been promised
        assertThat(found()).containsExactly(Kind.ACCEPTED_AND_REJECTED);
        overpromisedFrom = clock - 1;
        assertThat(found()).isEmpty();
        assertThat(HistoryChecker.rejectedAfterwards(history, facts())).isEqualTo(1);
    }

    @Test
    void excusesNoRejectionForAnyOtherReason() {
        overpromisedFrom = 0;
        reserved(ALICE, new Ok(10));
        orders.put(10L, new FinalState.Order(10, SALE, ALICE, "REJECTED", "UNKNOWN_SALE", 0));
        assertThat(found()).containsExactly(Kind.ACCEPTED_AND_REJECTED);
    }

    @Test
    void findsACouponThatWasPromisedTooMuchUnlessRedisWasWipedOrReplaced() {
        claimed(ALICE, 20);
        rejectedClaims.add(20L);
        assertThat(found()).containsExactly(Kind.ACCEPTED_AND_REJECTED);
        overpromisedFrom = 0;
        assertThat(found()).isEmpty();
        assertThat(HistoryChecker.rejectedAfterwards(history, facts())).isEqualTo(1);
    }

    @Test
    void findsARefusalBecauseOfACouponThatThereIsNot() {
        asked(ALICE, Operation.Kind.CLAIM, TEMPLATE, 0, new Undecided("504"));
        asked(ALICE, Operation.Kind.CLAIM, TEMPLATE, 0, new Refused("already-claimed", 20));
        assertThat(found()).containsExactly(Kind.NAMED_COUPON_LOST);
        coupon(20, ALICE, "UNUSED", 0);
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PAY, CLOSED, PAYMENT_LOST", "CANCEL, AWAITING_PAYMENT, CANCELLATION_LOST"})
    void findsAPaymentAndACancellationThatWasLost(Operation.Kind kind, String status, Kind lost) {
        reserved(ALICE, new Ok(10)).order(10, ALICE, status).asked(ALICE, kind, 10, 0, new Ok(10));
        assertThat(found()).containsExactly(lost);
    }

    @Test
    void findsAnOrderThatIsNotWhatARefusalSaid() {
        reserved(ALICE, new Ok(10)).order(10, ALICE, "AWAITING_PAYMENT");
        asked(ALICE, Operation.Kind.CANCEL, 10, 0, new Refused("order-paid", 0));
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("order-closed", 0));
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("order-rejected", 0));
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("order-queued", 0)); // true at that time
        assertThat(found())
                .containsExactly(Kind.REFUSAL_CONTRADICTED, Kind.REFUSAL_CONTRADICTED, Kind.REFUSAL_CONTRADICTED);
    }

    @Test
    void findsCouponsThatAreLostOrOfAnotherOrDoubledOrFromNowhere() {
        claimed(ALICE, 20);
        assertThat(found()).containsExactly(Kind.COUPON_LOST);
        coupon(20, BOB, "UNUSED", 0);
        assertThat(found()).containsExactly(Kind.COUPON_OF_ANOTHER);
        coupon(20, ALICE, "UNUSED", 0);
        assertThat(found()).isEmpty();
        claimed(BOB, 20);
        assertThat(found()).containsExactly(Kind.COUPON_TOLD_TWICE);
        coupon(21, BOB, "UNUSED", 0);
        assertThat(found()).containsExactly(Kind.COUPON_TOLD_TWICE, Kind.COUPON_FROM_NOWHERE);
    }

    @Test
    void saysNothingOfACouponThatPaysOneOrderOrWaitsForOne() {
        claimed(ALICE, 20).claimed(BOB, 21).reserved(ALICE, new Ok(10)).reserved(BOB, new Ok(11));
        coupon(20, ALICE, "USED", 10).coupon(21, BOB, "RESERVED", 11);
        paidWith(20, 10, ALICE).order(11, BOB, "AWAITING_PAYMENT");
        asked(ALICE, Operation.Kind.PAY, 10, 20, new Ok(10));
        asked(ALICE, Operation.Kind.PAY, 10, 20, new Ok(10)); // at the same moment
        assertThat(found()).isEmpty();
    }

    @Test
    void findsACouponThatPaidTwoOrders() {
        claimed(ALICE, 20).reserved(ALICE, new Ok(10)).reserved(BOB, new Ok(11));
        coupon(20, ALICE, "USED", 10).paidWith(20, 10, ALICE).paidWith(20, 11, BOB);
        assertThat(found()).containsExactly(Kind.COUPON_USED_TWICE);
    }

    @Test
    void findsCouponsThatAreStuckOrWereUsedForNothing() {
        claimed(ALICE, 20).reserved(ALICE, new Ok(10)).order(10, ALICE, "CLOSED");
        coupon(20, ALICE, "RESERVED", 10);
        assertThat(found()).containsExactly(Kind.COUPON_STUCK);
        coupon(20, ALICE, "USED", 10);
        assertThat(found()).containsExactly(Kind.COUPON_STUCK);
        paidWith(20, 10, ALICE);
        assertThat(found()).isEmpty();
        coupon(20, ALICE, "UNUSED", 0);
        assertThat(found()).containsExactly(Kind.COUPON_STUCK);
    }

    @Test
    void findsUnitsThatWereNotAddedOrAddedTwice() {
        asked(0, Operation.Kind.RESTOCK, SALE, 5, new Ok(SALE));
        asked(0, Operation.Kind.RESTOCK, SALE, 3, new Undecided("504"));
        added.put(SALE, 4L);
        assertThat(found()).containsExactly(Kind.RESTOCK_LOST);
        added.put(SALE, 10L);
        assertThat(found()).containsExactly(Kind.RESTOCK_TWICE);
    }
}
