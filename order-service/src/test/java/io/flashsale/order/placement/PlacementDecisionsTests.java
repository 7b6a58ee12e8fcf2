package io.flashsale.order.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.placement.Decision.Place;
import io.flashsale.order.placement.Decision.Reject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientResponseException;

/** Which reservations become orders, and why the others do not. PlacementIT shows the same on a database. */
class PlacementDecisionsTests {

    private static final long SALE = 7;

    private final PlacedOrderMapper orders = mock(PlacedOrderMapper.class);
    private final StockLedger ledger = mock(StockLedger.class);
    private final Map<Long, Outcome> outcomes = new HashMap<>();
    private final List<StockReserved> wronglyPriced = new ArrayList<>();
    private final PlacementDecisions decisions = new PlacementDecisions(orders, ledger, OrderTrace.OFF);

    @BeforeEach
    void theLedgerHasEnough() {
        when(ledger.deduct(any()))
                .thenAnswer(call -> new Deductions(
                        call.<Deduct>getArgument(0).orders().stream()
                                .map(line -> new Deductions.Line(
                                        line.orderId(), outcomes.getOrDefault(line.orderId(), Outcome.DEDUCTED)))
                                .toList(),
                        5L));
    }

    private static StockReserved reservation(long order, long user) {
        return reservation(order, user, null);
    }

    private static StockReserved reservation(long order, long user, @Nullable Long ticket) {
        return new StockReserved(
                order, SALE, user, new SaleTerms("t", "i", 100 + order), Instant.EPOCH, "click-" + order, ticket);
    }

    private List<Decision> decide(StockReserved... round) {
        return decisions.decide(SALE, List.of(round), wronglyPriced);
    }

    @Test
    void shouldPresumeThatEachIsTheFirstOrderOfItsShopper() {
        StockReserved one = reservation(10, 1, 77L);
        StockReserved other = reservation(11, 2);
        assertThat(decisions.presume(SALE, List.of(one, other)))
                .containsExactly(new Place(one, 1), new Place(other, 1));
        verifyNoInteractions(orders);
        verify(ledger)
                .deduct(new Deduct(SALE, List.of(new Deduct.Line(10, 1, 110, 1), new Deduct.Line(11, 2, 111, 1))));
    }

    @Test
    void shouldLeaveExistingOrdersAlone() {
        when(orders.known(anyCollection())).thenReturn(Set.of(10L));
        StockReserved fresh = reservation(11, 2);
        assertThat(decide(reservation(10, 1), fresh)).containsExactly(new Place(fresh, 1));
        assertThat(decide(reservation(10, 1))).isEmpty();
        verify(ledger).deduct(new Deduct(SALE, List.of(new Deduct.Line(11, 2, 111, 1))));
        verify(orders, never()).usedTickets(eq(SALE), anyList());
    }

    @Test
    void shouldGiveAFurtherOrderTheLowestFreeSlot() {
        when(orders.takenSlots(eq(SALE), anyCollection())).thenReturn(Map.of(1L, Set.of(1, 2, 4), 2L, Set.of(2)));
        assertThat(decide(reservation(10, 1), reservation(11, 2)))
                .extracting(decision -> ((Place) decision).slot())
                .containsExactly(3, 1);
    }

    @Test
    void shouldRejectASecondOrderOfATicketAndAskTheLedgerForTheOthersOnly() {
        when(orders.usedTickets(SALE, List.of(77L, 78L))).thenReturn(Set.of(77L));
        StockReserved used = reservation(10, 1, 77L);
        StockReserved unused = reservation(11, 2, 78L);
        StockReserved without = reservation(12, 3);
        assertThat(decide(used, unused, without))
                .containsExactly(new Place(unused, 1), new Place(without, 1), new Reject(used, EndReason.TICKET_USED));
    }

    @ParameterizedTest
    @CsvSource({
        "LIMIT_REACHED, DUPLICATE_PURCHASE",
        "INSUFFICIENT_STOCK, INSUFFICIENT_STOCK",
        "ALREADY_RELEASED, ALREADY_RELEASED"
    })
    void shouldRejectWhatTheLedgerRefuses(Outcome outcome, EndReason reason) {
        outcomes.put(10L, outcome);
        StockReserved refused = reservation(10, 1);
        StockReserved taken = reservation(11, 2);
        assertThat(decide(refused, taken)).containsExactly(new Reject(refused, reason), new Place(taken, 1));
        assertThat(wronglyPriced).isEmpty();
    }

    @Test
    void shouldLeaveAWrongPriceToAnAdministrator() {
        outcomes.put(10L, Outcome.WRONG_PRICE);
        StockReserved wrong = reservation(10, 1);
        StockReserved right = reservation(11, 2);
        assertThat(decide(wrong, right)).containsExactly(new Place(right, 1));
        assertThat(wronglyPriced).containsExactly(wrong);
    }

    @Test
    void shouldDecideNothingWithoutAClearAnswer() {
        outcomes.put(10L, Outcome.OTHER_ORDER);
        assertThatThrownBy(() -> decide(reservation(10, 1))).isInstanceOf(OrderIdTakenException.class);
        outcomes.put(10L, Outcome.UNKNOWN);
        assertThatThrownBy(() -> decide(reservation(10, 1))).isInstanceOf(UnknownOutcomeException.class);
        doReturn(new Deductions(List.of(new Deductions.Line(10, Outcome.DEDUCTED)), null))
                .when(ledger)
                .deduct(any());
        assertThatThrownBy(() -> decide(reservation(10, 1), reservation(11, 2)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> decide(reservation(11, 1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRejectOrdersOfASaleOnlyIfTheLedgerItselfDoesNotKnowIt() {
        ProblemDetail problem = ProblemDetail.forStatus(404);
        problem.setType(ProblemType.SALE_NOT_FOUND.uri());
        RestClientResponseException unknown = notFound(problem);
        doThrow(unknown).when(ledger).deduct(any());
        StockReserved reservation = reservation(10, 1);
        assertThat(decide(reservation)).containsExactly(new Reject(reservation, EndReason.UNKNOWN_SALE));
        RestClientResponseException ofAProxy = notFound(ProblemDetail.forStatus(404));
        doThrow(ofAProxy).when(ledger).deduct(any());
        assertThatThrownBy(() -> decide(reservation)).isSameAs(ofAProxy);
    }

    private static RestClientResponseException notFound(ProblemDetail problem) {
        HttpClientErrorException answer = HttpClientErrorException.create(
                HttpStatusCode.valueOf(404), "", new HttpHeaders(), new byte[0], StandardCharsets.UTF_8);
        answer.setBodyConvertFunction(type -> problem);
        return answer;
    }

    @Test
    void shouldTellFollowedClicksWhatTheLedgerWrote() {
        OrderTrace trace = mock(OrderTrace.class);
        JointWork work = mock(JointWork.class);
        List<String> clicks = new ArrayList<>();
        List<Map<String, String>> wrote = new ArrayList<>();
        when(trace.begin(any(), anyCollection(), any())).thenAnswer(call -> {
            Function<Object, String> correlation = call.getArgument(2);
            call.<Collection<Object>>getArgument(1).forEach(wish -> clicks.add(correlation.apply(wish)));
            return work;
        });
        doAnswer(call -> {
                    Function<Object, String> correlation = call.getArgument(1);
                    Function<Object, Map<String, String>> told = call.getArgument(2);
                    call.<Collection<Object>>getArgument(0).forEach(wish -> {
                        clicks.add(correlation.apply(wish));
                        wrote.add(told.apply(wish));
                    });
                    return null;
                })
                .when(work)
                .stops(anyCollection(), any(), any());
        outcomes.put(11L, Outcome.INSUFFICIENT_STOCK);
        new PlacementDecisions(orders, ledger, trace)
                .decide(SALE, List.of(reservation(10, 1), reservation(11, 2)), wronglyPriced);
        assertThat(clicks).containsExactly("click-10", "click-11", "click-10", "click-11");
        assertThat(wrote)
                .containsExactly(
                        Map.of("outcome", "DEDUCTED", "stock.version", "5", "stock_flow", "10, DEDUCT"),
                        Map.of("outcome", "INSUFFICIENT_STOCK", "stock.version", "5"));
        verify(work).close();
        doReturn(new Deductions(List.of(new Deductions.Line(10, Outcome.DEDUCTED)), null))
                .when(ledger)
                .deduct(any());
        new PlacementDecisions(orders, ledger, trace).decide(SALE, List.of(reservation(10, 1)), wronglyPriced);
        assertThat(wrote).last().isEqualTo(Map.of("outcome", "DEDUCTED", "stock_flow", "10, DEDUCT"));
    }

    @Test
    void shouldShowTheRowOfADecision() {
        StockReserved reservation = reservation(10, 1);
        assertThat(new Place(reservation, 1).wrote())
                .isEqualTo(Map.of("orders.id", "10", "orders.status", "AWAITING_PAYMENT"));
        assertThat(new Reject(reservation, EndReason.TICKET_USED).wrote())
                .isEqualTo(Map.of("orders.id", "10", "orders.status", "REJECTED", "orders.reason", "TICKET_USED"));
    }
}
