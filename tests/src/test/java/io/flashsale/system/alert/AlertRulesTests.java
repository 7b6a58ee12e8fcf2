package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertRulesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            expr: rate(a[6h]) > 10     | expr: rate(a[180s]) > 10
            expr: a[30m] and b[1h] > 1 | expr: a[15s] and b[30s] > 1
            expr: rate(a[1m]) > 0.001  | expr: rate(a[10s]) > 0.001
            for: 10m                   | for: 5s
            for: 15s                   | for: 2s
            summary: "for: 1m of [it]" | summary: "for: 1m of [it]"
            """)
    void shouldShortenRangesAndPendingTimesAndNothingElse(String line, String shortened) {
        assertThat(new AlertRules(line).shortened()).isEqualTo(shortened);
    }

    @Test
    void shouldNameTheAlertsInTheirSequence() {
        assertThat(AlertRules.ofTheProject().alerts())
                .startsWith("Oversold", "PromisedTooMuch")
                .endsWith("RedisUnreachable", "WaitingRoomStalled")
                .doesNotHaveDuplicates();
    }
}
