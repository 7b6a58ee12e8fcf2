package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignStateTests {

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T09:59:59.999Z, 1, UPCOMING",
        "2026-01-01T10:00:00Z,     1, OPEN",
        "2026-01-01T10:59:59.999Z, 0, SOLD_OUT",
        "2026-01-01T11:00:00Z,     1, ENDED"
    })
    void shouldBeOpenFromItsOpeningUntilJustBeforeItsClosing(Instant now, long remaining, CampaignState state) {
        Instant opensAt = Instant.parse("2026-01-01T10:00:00Z");
        Instant closesAt = Instant.parse("2026-01-01T11:00:00Z");
        assertThat(CampaignState.at(now, opensAt, closesAt, remaining)).isEqualTo(state);
    }
}
