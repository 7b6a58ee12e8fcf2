package io.flashsale.commons.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.CorrelationIdFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTests {

    private static final String FOLLOWED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @Test
    void shouldBeWhatW3cWritesAndTravelAsACorrelationId() {
        TraceParent click = TraceParent.of(FOLLOWED).orElseThrow();
        assertThat(click.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(click.spanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(click).hasToString(FOLLOWED);
        assertThat(TraceParent.isTraceId(click.traceId())).isTrue();
        assertThat(CorrelationIdFilter.isWellFormed(FOLLOWED)).isTrue();
        assertThat(FOLLOWED).as("what scripts and outbox allow").doesNotContain(" ", ":");
        assertThat(TraceParent.orNull(FOLLOWED)).isEqualTo(FOLLOWED);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "0123456789abcdef",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", // not sampled
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void shouldSeeNoFollowedClickInOtherCorrelationIds(String other) {
        assertThat(TraceParent.isIn(other)).isFalse();
        assertThat(TraceParent.of(other)).isEmpty();
        assertThat(TraceParent.orNull(other)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "journey:1", "4bf92f3577b34da6a3ce929d0e0e47367", "4bf92f3577b34da6a3ce929d0e0e473*"})
    void shouldTakeNothingElseForTheNameOfATrace(String text) {
        assertThat(TraceParent.isTraceId(text)).isFalse();
    }
}
