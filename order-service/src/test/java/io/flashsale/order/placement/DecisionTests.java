package io.flashsale.order.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.order.ordering.EndReason;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DecisionTests {

    private final StockReserved reservation =
            new StockReserved(1, 2, 3, new SaleTerms("t", "i", 1), Instant.EPOCH, null);
    private final Decision.Place wish = new Decision.Place(reservation, 2);

    @Test
    void shouldPlaceOnlyWhatTheLedgerDeducted() {
        assertThat(Decision.by(Outcome.DEDUCTED, wish)).contains(wish);
        assertThat(Decision.by(Outcome.LIMIT_REACHED, wish))
                .contains(new Decision.Reject(reservation, EndReason.DUPLICATE_PURCHASE));
        assertThat(Decision.by(Outcome.INSUFFICIENT_STOCK, wish))
                .contains(new Decision.Reject(reservation, EndReason.INSUFFICIENT_STOCK));
        assertThat(Decision.by(Outcome.ALREADY_RELEASED, wish))
                .contains(new Decision.Reject(reservation, EndReason.ALREADY_RELEASED));
        assertThat(Decision.by(Outcome.WRONG_PRICE, wish)).isEmpty();
    }

    @Test
    void shouldReleaseForEveryReasonButTheOneThatSaysItHasBeenDone() {
        assertThat(EndReason.ALREADY_RELEASED.released()).isEmpty();
        assertThat(Arrays.stream(EndReason.values()).flatMap(reason -> reason.released().stream()))
                .containsExactly(OrderReleased.Reason.values());
    }
}
