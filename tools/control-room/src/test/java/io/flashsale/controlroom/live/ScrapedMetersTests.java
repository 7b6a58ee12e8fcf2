package io.flashsale.controlroom.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScrapedMetersTests {

    private static final String PAGE = """
            # HELP flashsale_reservations_total answers to reservation requests
            # TYPE flashsale_reservations_total counter
            flashsale_reservations_total{application="stock",outcome="admitted"} 12.0
            flashsale_reservations_total{application="stock",outcome="sold-out"} 1.5E3
            flashsale_reservations_deferred_total 3.0
            flashsale_reservations_outbox NaN
            odd{text="a \\"quoted\\" } brace, and \\\\ and \\n",other="x"} 7 1700000000000
            broken{text="no end
            broken{text} 5
            broken{} not-a-number
            flashsale_reservations_total_of_another 99
            """;

    private static ScrapedMeters meters(String... names) {
        return ScrapedMeters.parse(PAGE, Set.of(names));
    }

    @Test
    void shouldSumTheSamplesOfALabel() {
        ScrapedMeters meters = meters("flashsale_reservations_total");
        assertThat(meters.count("flashsale_reservations_total", "outcome", "admitted"))
                .isEqualTo(12);
        assertThat(meters.count("flashsale_reservations_total", "outcome", "sold-out"))
                .isEqualTo(1_500);
        assertThat(meters.count("flashsale_reservations_total", "outcome", "ended"))
                .isZero();
        assertThat(meters.count("flashsale_reservations_total")).isEqualTo(1_512);
    }

    @Test
    void shouldReadLabelsWithQuotesBracesAndATime() {
        ScrapedMeters meters = meters("odd");
        assertThat(meters.count("odd", "text", "a \"quoted\" } brace, and \\ and \n"))
                .isEqualTo(7);
        assertThat(meters.count("odd", "other", "x")).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "odd, flashsale_reservations_total", // not wanted
        "nobody_counts_this, nobody_counts_this",
        "broken, broken",
        "flashsale_reservations_outbox, flashsale_reservations_outbox" // is no number
    })
    void shouldCountNothingElse(String wanted, String name) {
        assertThat(meters(wanted).count(name)).isZero();
    }
}
