package io.flashsale.gateway.soldout;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.StockGateState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateSaleStatesTests {

    private static StockGateState bucket(long remaining, long moved) {
        return new StockGateState(
                "e", false, true, remaining, 100, 1, Instant.EPOCH, Instant.MAX, 0, 0, 100 - remaining, 2, moved);
    }

    @Test
    void aSaleIsSoldOutWhenNoBucketHasAUnit() {
        assertThat(GateSaleStates.of(List.of(bucket(0, -30), bucket(0, 30))).soldOut())
                .isTrue();
        assertThat(GateSaleStates.of(List.of(bucket(0, -30), bucket(1, 30))).soldOut())
                .isFalse();
    }

    /** Taken from one bucket, and not yet in the other. */
    @Test
    void aSaleIsNotSoldOutWhileUnitsAreOnTheirWay() {
        assertThat(GateSaleStates.of(List.of(bucket(0, -30), bucket(0, 20))).soldOut())
                .isFalse();
    }
}
