package io.flashsale.coupon.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateDraftTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static TemplateDraft draft(@Nullable Instant opensAt, @Nullable Instant closesAt) {
        return new TemplateAdminController.NewTemplate(
                        "Five off", 500L, null, null, null, 10L, null, opensAt, closesAt, null, null, null, null)
                .draft(NOW);
    }

    @Test
    void canBeClaimedForADayWhereNobodySaysHowLong() {
        assertThat(draft(null, null).closesAt()).isEqualTo(NOW.plusSeconds(86_400));
        assertThat(draft(null, null).fault()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1000000000-12-31T23:59:59.999999999Z", "2100-01-01T00:00:00Z"})
    void isInvalidNearTheEndOfTime(String time) {
        assertThat(draft(Instant.parse(time), null).fault()).isPresent();
        assertThat(draft(NOW, Instant.parse(time)).fault()).isPresent();
    }
}
