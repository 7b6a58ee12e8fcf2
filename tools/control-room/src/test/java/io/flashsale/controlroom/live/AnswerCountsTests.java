package io.flashsale.controlroom.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswerCountsTests {

    private static final ScrapedMeters STOCK = ScrapedMeters.parse("""
                    flashsale_reservations_total{outcome="admitted"} 50.0
                    flashsale_reservations_total{outcome="sold-out"} 30.0
                    flashsale_reservations_total{outcome="not-open"} 4.0
                    flashsale_reservations_total{outcome="undecided"} 3.0
                    flashsale_reservations_total{outcome="not-found"} 1.0
                    flashsale_reservations_total{outcome="ticket-required"} 5.0
                    flashsale_reservations_total{outcome="ticket-expired"} 6.0
                    flashsale_reservations_total{outcome="too-many-unpaid"} 8.0
                    """, AnswerCounts.STOCK_METERS);

    private static final ScrapedMeters GATEWAY = ScrapedMeters.parse("""
                    flashsale_gateway_soldout_answers_total 120.0
                    flashsale_gateway_ticketless_answers_total 70.0
                    flashsale_gateway_rate_limited_total{limit="user"} 5.0
                    flashsale_gateway_rate_limited_total{limit="address"} 2.0
                    flashsale_gateway_rate_limited_total{limit="sign-in"} 9.0
                    """, AnswerCounts.GATEWAY_METERS);

    @Test
    void shouldAddWhatTheGatewayAnsweredByItself() {
        assertThat(AnswerCounts.of(STOCK, GATEWAY))
                .containsEntry("accepted", 50L)
                .containsEntry("sold-out", 150L)
                .containsEntry("sale-not-open", 4L)
                .containsEntry("already-purchased", 0L)
                .containsEntry("queue-unavailable", 3L)
                .containsEntry("rate-limited", 7L)
                .containsEntry("sale-not-found", 1L)
                .containsEntry("ticket-required", 75L)
                .containsEntry("ticket-expired", 6L)
                .containsEntry("too-many-unpaid", 8L);
    }

    @Test
    void shouldKnowNothingThatAServiceOutOfReachContributesTo() {
        assertThat(AnswerCounts.of(STOCK, null))
                .containsEntry("accepted", 50L)
                .containsEntry("sold-out", null)
                .containsEntry("rate-limited", null);
        assertThat(AnswerCounts.of(null, GATEWAY))
                .containsEntry("accepted", null)
                .containsEntry("sold-out", null)
                .containsEntry("rate-limited", 7L);
    }
}
