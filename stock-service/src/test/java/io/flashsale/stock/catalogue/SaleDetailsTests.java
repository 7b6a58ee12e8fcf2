package io.flashsale.stock.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaleDetailsTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static SaleDetails opening(@Nullable Instant opensAt) {
        return new SaleAdminController.NewSale(null, null, "A lamp", 1L, null, 1L, opensAt, null).details(NOW);
    }

    @Test
    void lastADayWhereNobodySaysHowLong() {
        assertThat(opening(null).closesAt()).isEqualTo(NOW.plusSeconds(86_400));
        assertThat(opening(null).fault()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"+1000000000-12-31T23:59:59.999999999Z", "2100-01-01T00:00:00Z", "-1000000000-01-01T00:00:00Z"})
    void areInvalidAtTheEndsOfTime(String opensAt) {
        assertThat(opening(Instant.parse(opensAt)).fault()).isPresent();
    }
}
