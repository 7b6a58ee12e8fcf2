package io.flashsale.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.OperationOutcome.Ok;
import io.flashsale.chaos.checker.OperationOutcome.Refused;
import io.flashsale.chaos.checker.OperationOutcome.Undecided;
import io.flashsale.chaos.checker.Violation.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invented histories: the checker accepts the possible ones, and names the violation in each other one. */
class HistoryCheckerTests {

    private static final long SALE = 7;
    private static final long TEMPLATE = 8;
    private static final long ALICE = 1;
    private static final long BOB = 2;

    /** Of each request, and of the pause after it, in milliseconds; much more than {@link History#tolerance}. */
    private static final long LENGTH = 100_000;

    private final History history = new History();
    private final Map<Long, FinalState.Order> orders = new HashMap<>();
    private final Map<Long, FinalState.Coupon> coupons = new HashMap<>();
    private long added;
    private long price = 500;
    private long clock;

    private HistoryCheckerTests asked(
            long user, Operation.Kind kind, long target, long amount, OperationOutcome outcome) {
        history.add(new Operation(user, kind, target, amount, clock, clock + LENGTH, outcome));
        clock += 2 * LENGTH;
        return this;
    }

    private HistoryCheckerTests reserved(long user, OperationOutcome outcome) {
        return asked(user, Operation.Kind.RESERVE, SALE, 0, outcome);
    }

    private HistoryCheckerTests claimed(long user, long id) {
        return asked(user, Operation.Kind.CLAIM, TEMPLATE, 0, new Ok(id));
    }

    /** An order whose unit was set aside during its request: the one that was told of it, or the last undecided one. */
    private HistoryCheckerTests order(long id, long user, String status) {
        return order(id, user, status, timeOf(Operation.Kind.RESERVE, id, user));
    }

    private HistoryCheckerTests order(long id, long user, String status, long reservedAt) {
        String reason = status.equals("REJECTED") ? "DUPLICATE_PURCHASE" : "";
        return order(id, user, status, reason, reservedAt, 0);
    }

    private HistoryCheckerTests order(long id, long user, String status, String reason, long reservedAt, long coupon) {
        orders.put(id, new FinalState.Order(id, SALE, user, status, reason, epoch(reservedAt), coupon));
        return this;
    }

    private HistoryCheckerTests paid(long id, long user) {
        return paidWith(0, id, user);
    }

    private HistoryCheckerTests paidWith(long coupon, long id, long user) {
        order(id, user, "PAID", "", timeOf(Operation.Kind.RESERVE, id, user), coupon);
        return asked(user, Operation.Kind.PAY, id, coupon, new Ok(id));
    }

    private HistoryCheckerTests coupon(long id, long user, String status, long order) {
        return coupon(id, user, status, order, timeOf(Operation.Kind.CLAIM, id, user));
    }

    private HistoryCheckerTests coupon(long id, long user, String status, long order, long claimedAt) {
        coupons.put(id, new FinalState.Coupon(id, TEMPLATE, user, status, epoch(claimedAt), order));
        return this;
    }

    private long timeOf(Operation.Kind kind, long id, long user) {
        return history.of(kind)
                .filter(request -> request.user() == user)
                .filter(request -> request.outcome().isOk() && request.answered() == id
                        || request.outcome().isUndecided())
                .max(Comparator.comparing((Operation request) -> request.answered() == id)
                        .thenComparing(Operation::begin))
                .map(Operation::begin)
                .orElse(clock);
    }

    private long epoch(long time) {
        return time - history.at(0);
    }

    private List<Kind> found() {
        return HistoryChecker.check(history, facts()).stream()
                .map(Violation::kind)
                .toList();
    }

    private FinalState facts() {
        return new FinalState(orders, coupons, Map.of(SALE, new FinalState.Stock(100, added, 1, price)));
    }

    @Test
    void saysNothingOfWhatMayBe() {
        reserved(ALICE, new Ok(10)).reserved(ALICE, new Refused("already-purchased", 10));
        order(10, ALICE, "CLOSED").asked(ALICE, Operation.Kind.CANCEL, 10, 0, new Ok(10));
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("order-closed", 0));
        reserved(ALICE, new Undecided("504")).paid(11, ALICE); // it was executed after all
        asked(ALICE, Operation.Kind.PAY, 11, 0, new Undecided("no answer"));
        asked(ALICE, Operation.Kind.PAY, 11, 0, new Ok(11));
        reserved(BOB, new Undecided("504")); // it was not executed
        reserved(BOB, new Refused("sold-out", 0));
        claimed(BOB, 20).coupon(20, BOB, "UNUSED", 0);
        asked(0, Operation.Kind.RESTOCK, SALE, 5, new Ok(SALE));
        asked(0, Operation.Kind.RESTOCK, SALE, 3, new Undecided("504"));
        added = 8;
        assertThat(found()).isEmpty();
    }

    @Test
    void findsWhoseOrderIsMissing() {
        reserved(ALICE, new Ok(10)).reserved(BOB, new Ok(11)).paid(11, BOB);
        assertThat(found()).containsExactly(Kind.ORDER_LOST);
    }

    @Test
    void findsAnOrderOfSomebodyElse() {
        reserved(ALICE, new Ok(10)).reserved(BOB, new Undecided("504")).order(10, BOB, "AWAITING_PAYMENT");
        assertThat(found()).contains(Kind.ORDER_OF_ANOTHER);
    }

    @Test
    void findsTwoWhoWereToldOfOneOrder() {
        reserved(ALICE, new Ok(10)).reserved(BOB, new Ok(10)).paid(10, ALICE);
        assertThat(found()).containsExactly(Kind.ORDER_TOLD_TWICE);
    }

    @Test
    void findsTheOrderOfWhoWasRefused() {
        reserved(ALICE, new Refused("sold-out", 0)).order(10, ALICE, "AWAITING_PAYMENT");
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsMoreOrdersThanRequestsThatWereLeftUndecided() {
        reserved(ALICE, new Undecided("504")).order(10, ALICE, "CLOSED").paid(11, ALICE);
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsTheOrderOfWhoNeverAsked() {
        reserved(ALICE, new Ok(10)).paid(10, ALICE).order(11, BOB, "AWAITING_PAYMENT");
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
        paid(10, ALICE).order(11, ALICE, "AWAITING_PAYMENT");
        assertThat(found()).containsExactly(Kind.TWO_FOR_ONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSUFFICIENT_STOCK", "DUPLICATE_PURCHASE", "UNKNOWN_SALE"})
    void excusesNoRejectionOfWhatWasAccepted(String reason) {
        reserved(ALICE, new Ok(10)).order(10, ALICE, "REJECTED", reason, 0, 0);
        reserved(ALICE, new Refused("already-purchased", 10));
        assertThat(found()).containsExactly(Kind.ACCEPTED_AND_REJECTED, Kind.ACCEPTED_AND_REJECTED);
    }

    /** One undecided request excuses one order, which was reserved after it was sent. */
    @Test
    void takesAnOrderForTheLateResultOfAnUndecidedRequestThatWasSentBefore() {
        reserved(ALICE, new Undecided("504")).order(10, ALICE, "CLOSED", 10 * LENGTH);
        assertThat(found()).isEmpty();
        order(10, ALICE, "CLOSED", -LENGTH);
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsTwoOrdersBeforeTheSecondUndecidedRequest() {
        reserved(ALICE, new Undecided("504")).reserved(ALICE, new Undecided("504")); // at 0 and 2
        order(10, ALICE, "CLOSED", 0).order(11, ALICE, "CLOSED", LENGTH);
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
        order(11, ALICE, "CLOSED", 2 * LENGTH - history.tolerance());
        assertThat(found()).isEmpty();
        order(10, ALICE, "CLOSED", 5 * LENGTH).order(11, ALICE, "CLOSED", 4 * LENGTH);
        assertThat(found()).isEmpty();
    }

    @Test
    void findsAnAcceptedOrderThatWasNotMadeByItsRequest() {
        reserved(BOB, new Refused("sold-out", 0)).reserved(ALICE, new Ok(10)); // from 2 to 3
        order(10, ALICE, "CLOSED", LENGTH);
        assertThat(found()).containsExactly(Kind.RESERVED_AT_ANOTHER_TIME);
        order(10, ALICE, "CLOSED", 4 * LENGTH);
        assertThat(found()).containsExactly(Kind.RESERVED_AT_ANOTHER_TIME);
        order(10, ALICE, "CLOSED", 2 * LENGTH - history.tolerance());
        assertThat(found()).isEmpty();
        order(10, ALICE, "CLOSED", 3 * LENGTH + history.tolerance());
        assertThat(found()).isEmpty();
    }

    /** The refusal itself explains no order. */
    @Test
    void findsAnOrderThatOnlyARefusalKnows() {
        reserved(ALICE, new Refused("already-purchased", 10)).order(10, ALICE, "CLOSED", 0);
        assertThat(found()).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void looksAtEachSaleForItself() {
        reserved(ALICE, new Undecided("504")).order(10, ALICE, "CLOSED");
        asked(ALICE, Operation.Kind.RESERVE, SALE + 1, 0, new Ok(11));
        orders.put(11L, new FinalState.Order(11, SALE + 1, ALICE, "CLOSED", "", epoch(2 * LENGTH), 0));
        assertThat(found()).isEmpty();
    }

    @Test
    void saysNothingOfRefusalsThatStayTrueAndFindsThoseOfNoOrder() {
        reserved(ALICE, new Undecided("504")).reserved(BOB, new Undecided("504"));
        order(10, ALICE, "CLOSED").order(11, BOB, "REJECTED");
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("order-closed", 0));
        asked(BOB, Operation.Kind.PAY, 11, 0, new Refused("order-rejected", 0));
        assertThat(found()).isEmpty();
        for (String problem : List.of("order-paid", "order-closed", "order-rejected")) {
            asked(ALICE, Operation.Kind.PAY, 12, 0, new Refused(problem, 0));
        }
        assertThat(found())
                .containsExactly(Kind.REFUSAL_CONTRADICTED, Kind.REFUSAL_CONTRADICTED, Kind.REFUSAL_CONTRADICTED);
    }

    @Test
    void findsARefusalThatNamesAnOrderOfTheFuture() {
        reserved(ALICE, new Undecided("504")).reserved(ALICE, new Refused("already-purchased", 10)); // until 3
        order(10, ALICE, "CLOSED", LENGTH);
        assertThat(found()).isEmpty();
        order(10, ALICE, "CLOSED", 4 * LENGTH);
        assertThat(found()).containsExactly(Kind.RESERVED_AT_ANOTHER_TIME);
    }

    @Test
    void findsACouponFromBeforeTheUndecidedClaim() {
        asked(ALICE, Operation.Kind.CLAIM, TEMPLATE, 0, new Undecided("504")).coupon(20, ALICE, "UNUSED", 0, LENGTH);
        assertThat(found()).isEmpty();
        coupon(20, ALICE, "UNUSED", 0, -LENGTH);
        assertThat(found()).containsExactly(Kind.COUPON_FROM_NOWHERE);
    }

    @Test
    void findsPaymentsAndCancellationsThatNobodyAskedFor() {
        reserved(ALICE, new Ok(10)).order(10, ALICE, "PAID");
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Refused("payment-declined", 0));
        assertThat(found()).containsExactly(Kind.PAYMENT_FROM_NOWHERE);
        asked(ALICE, Operation.Kind.PAY, 10, 0, new Undecided("504"));
        assertThat(found()).isEmpty();
        order(10, ALICE, "CLOSED", "CANCELLED", 0, 0);
        assertThat(found()).containsExactly(Kind.CANCELLATION_FROM_NOWHERE);
        asked(ALICE, Operation.Kind.CANCEL, 10, 0, new Undecided("504"));
        assertThat(found()).isEmpty();
        order(10, ALICE, "CLOSED", "PAYMENT_OVERDUE", 0, 0);
        assertThat(found()).isEmpty();
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
    void findsAPriceThatDidNotStay() {
        asked(0, Operation.Kind.CHANGE, SALE, 900, new Ok(SALE))
                .asked(0, Operation.Kind.CHANGE, SALE, 800, new Ok(SALE));
        asked(0, Operation.Kind.CHANGE, SALE, 700, new Undecided("504"));
        asked(0, Operation.Kind.CHANGE, SALE + 1, 600, new Ok(SALE + 1));
        price = 800;
        assertThat(found()).isEmpty();
        price = 700; // it was done after all
        assertThat(found()).isEmpty();
        price = 900;
        assertThat(found()).containsExactly(Kind.CHANGE_LOST);
    }

    @Test
    void findsUnitsThatWereNotAddedOrAddedTwice() {
        asked(0, Operation.Kind.RESTOCK, SALE, 5, new Ok(SALE));
        asked(0, Operation.Kind.RESTOCK, SALE, 3, new Undecided("504"));
        added = 4;
        assertThat(found()).containsExactly(Kind.RESTOCK_LOST);
        added = 10;
        assertThat(found()).containsExactly(Kind.RESTOCK_TWICE);
    }
}
