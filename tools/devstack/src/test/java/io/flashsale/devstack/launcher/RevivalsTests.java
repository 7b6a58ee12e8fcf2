package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RevivalsTests {

    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

    private final Revivals revivals = new Revivals();

    @Test
    void shouldPermitThemAsOftenAsSomebodyKillsAServiceThatWasUp() {
        for (int kill = 0; kill < 5; kill++) {
            assertThat(revivals.permit("gateway", NOON.plusSeconds(kill * 61L))).isTrue();
        }
    }

    @Test
    void shouldNotPermitThemToAServiceThatEndsRightAfter() {
        assertThat(revivals.permit("gateway", NOON)).isTrue();
        assertThat(revivals.permit("gateway", NOON.plusSeconds(59))).isFalse();
        assertThat(revivals.permit("stock-service", NOON.plusSeconds(59))).isTrue();
    }
}
