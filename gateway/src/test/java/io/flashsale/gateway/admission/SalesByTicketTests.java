package io.flashsale.gateway.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SalesByTicketTests {

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final SalesByTicket sales = new SalesByTicket(() -> now);

    @Test
    void shouldKnowForASecondWhatStockServiceSaid() {
        assertThat(sales.has(7)).isFalse();
        sales.learn(7);
        assertThat(sales.has(7)).isTrue();
        assertThat(sales.has(8)).isFalse();
        now = now.plusMillis(999);
        assertThat(sales.has(7)).isTrue();
        now = now.plusMillis(1);
        assertThat(sales.has(7)).isFalse();
    }

    @Test
    void shouldKeepNoMoreThanAFewAndForgetTheOldOnesForNewOnes() {
        for (long sale = 1; sale <= 1_001; sale++) {
            sales.learn(sale);
        }
        assertThat(sales.has(1_000)).isTrue();
        assertThat(sales.has(1_001)).isFalse();
        now = now.plusSeconds(2);
        sales.learn(1_001);
        assertThat(sales.has(1_001)).isTrue();
    }
}
