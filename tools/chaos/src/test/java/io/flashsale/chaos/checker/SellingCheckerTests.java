package io.flashsale.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.OperationOutcome.Ok;
import io.flashsale.chaos.checker.OperationOutcome.Refused;
import io.flashsale.chaos.checker.OperationOutcome.Undecided;
import io.flashsale.chaos.checker.Violation.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invented histories without a loss: the checker still finds a shop that does not sell. */
class SellingCheckerTests {

    private static final long SALE = 7;
    private static final long PROBE_SALE = 9;
    private static final long ALICE = 1;
    private static final long PROBE = 3;

    private final History history = new History();
    private final Map<Long, FinalState.Order> orders = new HashMap<>();
    private long clock;

    private void reserved(long user, long sale, OperationOutcome outcome) {
        history.add(new Operation(user, Operation.Kind.RESERVE, sale, 0, clock++, clock++, outcome));
    }

    private void order(long id, long sale, long user, String status) {
        orders.put(id, new FinalState.Order(id, sale, user, status, "", 0, 0));
    }

    private List<Kind> found() {
        FinalState facts = new FinalState(orders, Map.of(), Map.of());
        return SellingChecker.check(history, facts, List.of(SALE, 8L), PROBE_SALE).stream()
                .map(Violation::kind)
                .toList();
    }

    private void sold() {
        reserved(ALICE, SALE, new Ok(10));
        order(10, SALE, ALICE, "PAID");
    }

    private void probed() {
        reserved(PROBE, PROBE_SALE, new Ok(11));
        order(11, PROBE_SALE, PROBE, "AWAITING_PAYMENT");
    }

    @Test
    void findsThatNothingWasSold() {
        reserved(ALICE, SALE, new Refused("queue-unavailable", 0));
        reserved(ALICE, SALE, new Undecided("503"));
        probed();
        assertThat(found()).containsExactly(Kind.NOTHING_SOLD);
    }

    @Test
    void findsAShopThatIsClosedAltogether() {
        assertThat(found()).containsExactly(Kind.NOTHING_SOLD, Kind.NOT_SELLING);
    }

    @Test
    void findsThatNobodyIsAcceptedAnyMore() {
        sold();
        reserved(PROBE, PROBE_SALE, new Undecided("503"));
        reserved(PROBE, PROBE_SALE, new Refused("sold-out", 0));
        assertThat(found()).containsExactly(Kind.NOT_SELLING);
    }

    @Test
    void findsThatNoOrderIsPlacedAnyMore() {
        sold();
        reserved(PROBE, PROBE_SALE, new Ok(11));
        assertThat(found()).containsExactly(Kind.NOT_SELLING);
        order(11, PROBE_SALE, PROBE, "REJECTED");
        assertThat(found()).containsExactly(Kind.NOT_SELLING);
    }

    /** The first request was accepted, but its answer was lost. */
    @Test
    void takesAnOrderThatTheShopperIsReferredTo() {
        sold();
        reserved(PROBE, PROBE_SALE, new Undecided("no answer"));
        reserved(PROBE, PROBE_SALE, new Refused("already-purchased", 11));
        order(11, PROBE_SALE, PROBE, "AWAITING_PAYMENT");
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AWAITING_PAYMENT", "CLOSED"})
    void takesAnOrderThatAwaitsPaymentOrDidUntilItsDeadline(String status) {
        sold();
        probed();
        order(11, PROBE_SALE, PROBE, status);
        assertThat(found()).isEmpty();
    }
}
