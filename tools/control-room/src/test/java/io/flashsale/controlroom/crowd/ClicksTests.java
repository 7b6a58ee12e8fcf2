package io.flashsale.controlroom.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.controlroom.crowd.Clicks.Second;
import io.flashsale.controlroom.crowd.ShopAnswer.Kind;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClicksTests {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final Clicks clicks = new Clicks();

    @Test
    void shouldCountEachSecondAlsoThoseInWhichNobodyHeardAnything() {
        assertThat(clicks.seconds()).isEmpty();
        clicks.add(NOON.plusMillis(2_010), Kind.UNDECIDED);
        clicks.add(NOON.plusMillis(10), Kind.ACCEPTED);
        clicks.add(NOON.plusMillis(990), Kind.REFUSED);
        clicks.add(NOON.plusMillis(500), Kind.ACCEPTED);
        assertThat(clicks.seconds())
                .containsExactly(
                        new Second(NOON, 2, 1, 0),
                        new Second(NOON.plusSeconds(1), 0, 0, 0),
                        new Second(NOON.plusSeconds(2), 0, 0, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "202, accepted, ACCEPTED",
        "409, sold-out, REFUSED",
        "429, rate-limited, REFUSED",
        "503, service-unavailable, REFUSED",
        "503, sale-warming-up, REFUSED",
        "503, queue-unavailable, UNDECIDED",
        "504, gateway-timeout, UNDECIDED",
        "500, internal-error, UNDECIDED",
        "0, no-answer, UNDECIDED"
    })
    void shouldKnowWhatAShopperKnows(int status, String name, Kind kind) {
        assertThat(new ShopAnswer(status, name).kind()).isEqualTo(kind);
    }
}
