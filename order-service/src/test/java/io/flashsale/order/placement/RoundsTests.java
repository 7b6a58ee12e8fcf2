package io.flashsale.order.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTests {

    private static StockReserved reservation(long order, long user) {
        return reservation(order, user, 1);
    }

    private static StockReserved reservation(long order, long user, long priceCents) {
        return new StockReserved(order, 1, user, new SaleTerms("t", "i", priceCents), Instant.EPOCH, null, null);
    }

    private static StockReserved byTicket(long order, long user, long number) {
        return new StockReserved(order, 1, user, new SaleTerms("t", "i", 1), Instant.EPOCH, null, number);
    }

    private static List<List<Long>> rounds(StockReserved... reservations) {
        return Rounds.of(List.of(reservations)).stream()
                .map(round -> round.stream().map(StockReserved::orderId).toList())
                .toList();
    }

    @Test
    void shouldKeepABatchOfDifferentShoppersTogetherAndInSequence() {
        assertThat(rounds(reservation(3, 30), reservation(1, 10), reservation(2, 20)))
                .containsExactly(List.of(3L, 1L, 2L));
    }

    @Test
    void shouldPutFurtherOrdersOfAShopperIntoLaterRoundsInSequence() {
        assertThat(rounds(reservation(1, 10), reservation(2, 10), reservation(3, 20), reservation(4, 10)))
                .containsExactly(List.of(1L, 3L), List.of(2L), List.of(4L));
    }

    @Test
    void shouldTakeARepeatedOrderOnce() {
        assertThat(rounds(reservation(1, 10), reservation(2, 20), reservation(1, 10)))
                .containsExactly(List.of(1L, 2L));
    }

    @Test
    void shouldPutAnotherShopperUnderTheSameOrderIdIntoALaterRoundAndNotForgetIt() {
        assertThat(rounds(reservation(1, 10), reservation(1, 20), reservation(1, 20)))
                .containsExactly(List.of(1L), List.of(1L));
    }

    @Test
    void shouldNotForgetAnOrderBecauseTheSameCameBeforeAtAnotherPrice() {
        assertThat(rounds(reservation(1, 10, 7), reservation(1, 10), reservation(1, 10)))
                .containsExactly(List.of(1L), List.of(1L));
    }

    @Test
    void shouldPutASecondShopperWithTheSameTicketIntoALaterRound() {
        assertThat(rounds(byTicket(1, 10, 7), byTicket(2, 20, 7), byTicket(3, 30, 8), reservation(4, 40)))
                .containsExactly(List.of(1L, 3L, 4L), List.of(2L));
    }
}
