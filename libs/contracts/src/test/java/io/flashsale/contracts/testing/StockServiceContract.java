package io.flashsale.contracts.testing;

import static io.flashsale.contracts.testing.InternalCalls.newId;
import static io.flashsale.contracts.testing.InternalCalls.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.Reservation;
import io.flashsale.contracts.reservation.ReservationLookup;
import io.flashsale.contracts.stock.CalledOffNotice;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.SaleOpenings;
import io.flashsale.contracts.stock.SaleOpenings.Opening;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.stock.StockLedger;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The internal interfaces of stock-service, such as {@link StockLedger} and {@link ReservationLookup}. */
public interface StockServiceContract {

    String url();

    /** The token that other services call with. */
    String serviceToken();

    /** A sale with this number of units. */
    long sale(int units);

    /** The price of these sales. */
    long priceCents();

    /** Does what stock-service does when it hears of an ended order. */
    void release(OrderReleased ended);

    /** A reservation of the shopper in the sale: its order id. */
    long reservation(long saleId, long userId);

    private StockLedger ledger() {
        return InternalCalls.to(url(), serviceToken(), StockLedger.class);
    }

    private List<Deduct.Line> orders(int count) {
        return Stream.generate(() -> new Deduct.Line(newId(), newId(), priceCents(), 1))
                .limit(count)
                .toList();
    }

    /** One outcome for each order, in the order of the request. */
    private List<Outcome> deduct(long saleId, List<Deduct.Line> orders) {
        List<Deductions.Line> answer =
                ledger().deduct(new Deduct(saleId, orders)).orders();
        assertThat(answer)
                .extracting(Deductions.Line::orderId)
                .isEqualTo(orders.stream().map(Deduct.Line::orderId).toList());
        return answer.stream().map(Deductions.Line::outcome).toList();
    }

    private void release(long saleId, Deduct.Line order) {
        release(new OrderReleased(order.orderId(), saleId, order.userId(), OrderReleased.Reason.CANCELLED));
    }

    @Test
    default void shouldDeductInSequenceUntilNothingIsLeftAndAnswerARepeatedCallAgain() {
        long sale = sale(2);
        List<Deduct.Line> orders = orders(3);
        for (int call = 0; call < 2; call++) {
            assertThat(deduct(sale, orders))
                    .containsExactly(Outcome.DEDUCTED, Outcome.DEDUCTED, Outcome.INSUFFICIENT_STOCK);
        }
        assertThat(deduct(sale, orders.reversed()))
                .containsExactly(Outcome.INSUFFICIENT_STOCK, Outcome.DEDUCTED, Outcome.DEDUCTED);
    }

    @Test
    default void shouldGiveTheUnitOfAnEndedOrderToAnotherAndNeverBackToIt() {
        long sale = sale(1);
        List<Deduct.Line> orders = orders(2);
        deduct(sale, orders);
        release(sale, orders.getFirst());
        release(sale, orders.getFirst());
        assertThat(deduct(sale, orders)).containsExactly(Outcome.ALREADY_RELEASED, Outcome.DEDUCTED);
        assertThat(deduct(sale, orders(1))).containsExactly(Outcome.INSUFFICIENT_STOCK);
    }

    @Test
    default void shouldNotDeductForAnOrderWhoseEndCameFirst() {
        long sale = sale(1);
        List<Deduct.Line> late = orders(1);
        release(sale, late.getFirst());
        assertThat(deduct(sale, late)).containsExactly(Outcome.ALREADY_RELEASED);
        assertThat(deduct(sale, orders(1))).containsExactly(Outcome.DEDUCTED);
    }

    @Test
    default void shouldTellTheOrderOfAnotherShopperOrSaleFromARepetition() {
        long sale = sale(2);
        Deduct.Line first = orders(1).getFirst();
        deduct(sale, List.of(first));
        assertThat(deduct(sale, List.of(new Deduct.Line(first.orderId(), newId(), priceCents(), 1))))
                .containsExactly(Outcome.OTHER_ORDER);
        assertThat(deduct(sale(1), List.of(first))).containsExactly(Outcome.OTHER_ORDER);
        assertThat(deduct(sale(1), List.of(forACent(first))))
                .as("whatever the price")
                .containsExactly(Outcome.OTHER_ORDER);
        assertThat(deduct(sale, orders(2))).containsExactly(Outcome.DEDUCTED, Outcome.INSUFFICIENT_STOCK);
    }

    @Test
    default void shouldRefuseWhatIsNoCommandAndWhatIsForNoSale() {
        long sale = sale(1);
        Deduct.Line one = orders(1).getFirst();
        List<Deduct.Line> tooMany = LongStream.rangeClosed(0, Deduct.MAX_ORDERS)
                .mapToObj(n -> new Deduct.Line(one.orderId() + n, 1, priceCents(), 1))
                .toList();
        for (List<Deduct.Line> wrong : List.of(List.<Deduct.Line>of(), List.of(one, one), tooMany)) {
            assertThat(refusal(() -> ledger().deduct(new Deduct(sale, wrong)))).isEqualTo("400 invalid-request");
        }
        assertThat(refusal(() -> ledger().deduct(new Deduct(newId(), List.of(one)))))
                .isEqualTo("404 sale-not-found");
        assertThat(deduct(sale, List.of(one))).containsExactly(Outcome.DEDUCTED);
    }

    @Test
    default void shouldDeductForACommandOfALaterVersion() {
        Deduct command = new Deduct(sale(1), orders(1));
        Deductions answer = InternalCalls.post(
                url() + "/internal/stock/deductions",
                serviceToken(),
                Recorded.withUnknownFields(command),
                Deductions.class);
        assertThat(answer.orders()).extracting(Deductions.Line::outcome).containsExactly(Outcome.DEDUCTED);
    }

    private Deduct.Line forACent(Deduct.Line order) {
        return new Deduct.Line(order.orderId(), order.userId(), 1, 1);
    }

    @Test
    default void shouldKeepAUnitForAnOrderAtAPriceThatTheSaleNeverHadUntilItIsRepeatedAtARightOne() {
        long sale = sale(2);
        List<Deduct.Line> orders = orders(3);
        Deduct.Line atNoPrice = forACent(orders.get(0));
        Deduct.Line tooLate = forACent(orders.get(2));
        for (int call = 0; call < 2; call++) {
            assertThat(deduct(sale, List.of(atNoPrice, orders.get(1), tooLate)))
                    .containsExactly(Outcome.WRONG_PRICE, Outcome.DEDUCTED, Outcome.WRONG_PRICE);
        }
        assertThat(ledger().flows(atNoPrice.orderId()).flows())
                .extracting(StockFlows.Line::type)
                .containsExactly("DEDUCT");
        assertThat(ledger().flows(tooLate.orderId()).flows()).isEmpty();
        assertThat(deduct(sale, orders))
                .containsExactly(Outcome.DEDUCTED, Outcome.DEDUCTED, Outcome.INSUFFICIENT_STOCK);
    }

    @Test
    default void shouldGiveTheUnitOfAnOrderAtAWrongPriceBack() {
        long sale = sale(1);
        List<Deduct.Line> orders = orders(2);
        deduct(sale, List.of(forACent(orders.get(0))));
        release(sale, orders.get(0));
        assertThat(deduct(sale, orders)).containsExactly(Outcome.ALREADY_RELEASED, Outcome.DEDUCTED);
    }

    /** Otherwise a message that repeats another one at its own price could decide what a deducted order costs. */
    @Test
    default void shouldNotConfirmADeductedOrderAtAWrongPrice() {
        long sale = sale(1);
        List<Deduct.Line> orders = orders(1);
        deduct(sale, orders);
        assertThat(deduct(sale, List.of(forACent(orders.getFirst())))).containsExactly(Outcome.WRONG_PRICE);
        assertThat(deduct(sale, orders)).containsExactly(Outcome.DEDUCTED);
    }

    /** Otherwise a caller that was told of a deduction, and lost the answer, could place more than the limit. */
    @Test
    default void shouldDeductNothingInASlotAboveTheLimitOfTheSaleAndServeTheOthers() {
        long sale = sale(2);
        List<Deduct.Line> orders = orders(2);
        Deduct.Line beyond = new Deduct.Line(newId(), orders.getFirst().userId(), priceCents(), 2);
        assertThat(deduct(sale, List.of(orders.get(0), beyond, orders.get(1))))
                .containsExactly(Outcome.DEDUCTED, Outcome.LIMIT_REACHED, Outcome.DEDUCTED);
        assertThat(ledger().flows(beyond.orderId()).flows()).isEmpty();
        Deduct.Line first = orders.getFirst();
        assertThat(deduct(sale, List.of(new Deduct.Line(first.orderId(), first.userId(), priceCents(), 2))))
                .containsExactly(Outcome.LIMIT_REACHED);
        assertThat(deduct(sale, orders)).containsExactly(Outcome.DEDUCTED, Outcome.DEDUCTED);
    }

    @Test
    default void shouldTellWhatTheLedgerHasOfAnOrder() {
        long sale = sale(2);
        List<Deduct.Line> orders = orders(2);
        deduct(sale, orders.subList(0, 1));
        release(sale, orders.get(0));
        release(sale, orders.get(1));
        for (Deduct.Line order : orders) {
            assertThat(ledger().flows(order.orderId()).flows())
                    .allSatisfy(flow -> assertThat(List.of(flow.orderId(), flow.saleId(), flow.userId()))
                            .containsExactly(order.orderId(), sale, order.userId()))
                    .extracting(StockFlows.Line::type)
                    .isEqualTo(order.equals(orders.getFirst()) ? List.of("DEDUCT", "RELEASE") : List.of("VOID"));
        }
        assertThat(ledger().flows(newId()).flows()).isEmpty();
    }

    @Test
    default void shouldFindTheReservationOfItsShopperOnly() {
        ReservationLookup lookup = InternalCalls.to(url(), serviceToken(), ReservationLookup.class);
        long sale = sale(1);
        long user = newId();
        long order = reservation(sale, user);
        assertThat(lookup.find(order, user)).isEqualTo(new Reservation(order, sale, user));
        assertThat(refusal(() -> lookup.find(order, user + 1))).isEqualTo("404 reservation-not-found");
        // A service that may have forgotten some says so, and is asked again.
        String none = await().until(() -> refusal(() -> lookup.find(newId(), user)), told -> !told.startsWith("503"));
        assertThat(none).isEqualTo("404 reservation-not-found");
    }

    @Test
    default void shouldNoteAsOftenAsItIsToldThatASaleWasCalledOff() {
        CalledOffNotice notice = InternalCalls.to(url(), serviceToken(), CalledOffNotice.class);
        long sale = sale(1);
        notice.note(sale);
        notice.note(sale);
        assertThat(refusal(() -> notice.note(newId()))).isEqualTo("404 sale-not-found");
    }

    @Test
    default void shouldSayWhenSalesOpenWithoutThoseThatDoNotExist() {
        SaleOpenings openings = InternalCalls.to(url(), serviceToken(), SaleOpenings.class);
        List<Long> sales = List.of(sale(1), sale(1));
        InternalCalls.to(url(), serviceToken(), CalledOffNotice.class).note(sales.getLast());
        List<Long> asked = List.of(sales.getFirst(), newId(), sales.getLast());
        assertThat(openings.of(asked).sales())
                .allMatch(sale -> sale.opensAt().isBefore(sale.closesAt()))
                .noneMatch(sale -> sale.title().isEmpty())
                .extracting(Opening::saleId, Opening::calledOff)
                .containsExactlyInAnyOrder(tuple(sales.getFirst(), false), tuple(sales.getLast(), true));
        List<Long> tooMany = LongStream.rangeClosed(0, SaleOpenings.MAX_SALES)
                .mapToObj(n -> newId())
                .toList();
        assertThat(refusal(() -> openings.of(tooMany))).isEqualTo("400 invalid-request");
    }
}
