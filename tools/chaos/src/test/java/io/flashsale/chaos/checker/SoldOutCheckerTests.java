package io.flashsale.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.OperationOutcome.Ok;
import io.flashsale.chaos.checker.OperationOutcome.Refused;
import io.flashsale.chaos.checker.OperationOutcome.Undecided;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.AbstractListAssert;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Invented histories of a sale of two units: a shopper who is told that nothing is left is told the truth or not. */
class SoldOutCheckerTests {

    private static final long SALE = 7;
    private static final long ANOTHER = 8;

    /** Much more than {@link History#tolerance}. */
    private static final long LATER = 100_000;

    private final History history = new History();
    private final Map<Long, FinalState.Order> orders = new HashMap<>();
    private FinalState.Stock stock = new FinalState.Stock(2, 0, 1, 500);

    @BeforeEach
    void bobIsToldSo() {
        reserved(2, SALE, 3 * LATER, new Refused("sold-out", 0));
    }

    private void reserved(long user, long sale, long begin, OperationOutcome outcome) {
        history.add(new Operation(user, Operation.Kind.RESERVE, sale, 0, begin, begin + LATER, outcome));
    }

    private void order(long id, long sale, long user, long reservedAt, String status) {
        orders.put(id, new FinalState.Order(id, sale, user, status, "", reservedAt - history.at(0), 0));
    }

    private AbstractListAssert<?, ?, Violation, ObjectAssert<Violation>> assertThatFound(boolean mayForget) {
        return assertThat(
                SoldOutChecker.check(history, new FinalState(orders, Map.of(), Map.of(SALE, stock)), mayForget));
    }

    private void requireTrue(boolean mayForget) {
        assertThatFound(mayForget).isEmpty();
    }

    private void requireUntrue(boolean mayForget) {
        assertThatFound(mayForget).extracting(Violation::kind).containsExactly(Violation.Kind.UNTRUE_SOLD_OUT);
    }

    @Test
    void isUntrueAsLongAsAUnitWasNeverTaken() {
        requireUntrue(false);
        order(10, SALE, 3, LATER, "PAID");
        requireUntrue(true);
        order(11, SALE, 4, 5 * LATER, "PAID"); // later than the answer
        order(12, ANOTHER, 4, LATER, "PAID");
        requireUntrue(true);
    }

    /** It may be back in Redis or not. */
    @Test
    void mayBeTrueOnceEachUnitWasTakenWhateverBecameOfIt() {
        order(10, SALE, 3, LATER, "PAID");
        order(11, SALE, 4, 4 * LATER + 5, "CLOSED"); // at the end of the request
        requireTrue(false);
        order(11, SALE, 3, LATER, "REJECTED");
        requireTrue(false);
    }

    @Test
    void mayBeTrueIfRedisHasForgottenWhomItGaveAUnit() {
        order(10, SALE, 3, LATER, "PAID");
        reserved(3, SALE, LATER, new Undecided("504")); // has an order
        reserved(5, ANOTHER, LATER, new Undecided("504"));
        reserved(5, SALE, 5 * LATER, new Undecided("504")); // later than the answer
        reserved(6, SALE, LATER, new Refused("not-open", 0));
        requireUntrue(true);
        reserved(4, SALE, LATER, new Undecided("504"));
        requireTrue(true);
        requireUntrue(false);
    }

    @Test
    void countsAShopperWhoWasLeftUndecidedOftenOnce() {
        reserved(4, SALE, 0, new Undecided("504"));
        reserved(4, SALE, LATER, new Undecided("504"));
        requireUntrue(true);
    }

    @Test
    void saysNothingOfUnitsThatWereAddedOrAreBetweenBuckets() {
        stock = new FinalState.Stock(0, 5, 1, 500);
        requireTrue(false);
        stock = new FinalState.Stock(2, 0, 4, 500);
        requireTrue(false);
    }

    @Test
    void saysNothingOfOtherAnswers() {
        stock = new FinalState.Stock(1, 0, 1, 500);
        order(10, SALE, 3, LATER, "PAID");
        reserved(3, SALE, 0, new Ok(10));
        reserved(4, SALE, 0, new Refused("not-open", 0));
        requireTrue(false);
    }
}
