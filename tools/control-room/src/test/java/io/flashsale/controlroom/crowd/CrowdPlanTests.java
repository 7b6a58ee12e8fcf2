package io.flashsale.controlroom.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.entry.EntryMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrowdPlanTests {

    private static CrowdPlan plan(
            EntryMode mode, long difficulty, Duration untilOpening, int shoppers, ScriptShare scripts) {
        return new CrowdPlan("1", new CrowdSale(7, mode, difficulty, untilOpening), shoppers, Duration.ZERO, scripts);
    }

    private static CrowdPlan opening(EntryMode mode, Duration untilOpening) {
        return plan(mode, 0, untilOpening, 50, ScriptShare.NONE);
    }

    @ParameterizedTest
    @CsvSource({"2000, 30, 600", "50, 1, 1", "50, 0, 0", "5000, 100, 5000", "51, 50, 26"})
    void shouldDivideTheCrowd(int shoppers, int percent, int scripts) {
        CrowdPlan plan = plan(EntryMode.OPEN, 0, Duration.ZERO, shoppers, new ScriptShare(percent, 1, false));
        assertThat(plan.scriptAccounts()).isEqualTo(scripts);
        assertThat(plan.people()).isEqualTo(shoppers - scripts);
    }

    @Test
    void shouldBoundWhatScriptsClick() {
        assertThat(plan(EntryMode.OPEN, 0, Duration.ZERO, 5_000, new ScriptShare(20, 100, false))
                        .fault())
                .isEmpty();
        assertThat(plan(EntryMode.OPEN, 0, Duration.ZERO, 5_000, new ScriptShare(30, 100, false))
                        .fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("150000 times", "100000 times"));
    }

    @Test
    void shouldBoundWhatIsComputed() {
        assertThat(plan(EntryMode.QUEUE, 100_000, Duration.ZERO, 4_000, ScriptShare.NONE)
                        .fault())
                .isEmpty();
        assertThat(plan(EntryMode.QUEUE, 100_000, Duration.ZERO, 5_000, ScriptShare.NONE)
                        .fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("250000000 hashes", "entry.difficulty"));
        assertThat(plan(EntryMode.QUEUE, 100_000, Duration.ZERO, 5_000, new ScriptShare(30, 1, false))
                        .fault())
                .as("scripts that do not work compute nothing")
                .isEmpty();
        assertThat(plan(EntryMode.QUEUE, 100_000, Duration.ZERO, 5_000, new ScriptShare(30, 1, true))
                        .fault())
                .isPresent();
    }

    @Test
    void shouldWaitFiveMinutesForAnOpeningAndTwoForAnswers() {
        assertThat(opening(EntryMode.OPEN, Duration.ZERO).waitsForOpening()).isFalse();
        assertThat(opening(EntryMode.OPEN, Duration.ZERO).maxDuration()).isEqualTo(Duration.ofMinutes(2));
        assertThat(opening(EntryMode.LOTTERY, Duration.ofMinutes(5)).waitsForOpening())
                .isTrue();
        assertThat(opening(EntryMode.LOTTERY, Duration.ofMinutes(5)).maxDuration())
                .isEqualTo(Duration.ofMinutes(7));
        assertThat(opening(EntryMode.OPEN, Duration.ofMinutes(6)).waitsForOpening())
                .isFalse();
        assertThat(opening(EntryMode.OPEN, Duration.ofMinutes(6)).maxDuration()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void shouldNotEnterAWaitingRoomThatItLeavesBeforeItOpens() {
        assertThat(opening(EntryMode.QUEUE, Duration.ofMinutes(6)).comesInVain())
                .isTrue();
        assertThat(opening(EntryMode.QUEUE, Duration.ofMinutes(4)).comesInVain())
                .isFalse();
        assertThat(opening(EntryMode.QUEUE, Duration.ZERO).comesInVain()).isFalse();
        assertThat(opening(EntryMode.TICKET, Duration.ofMinutes(6)).comesInVain())
                .as("all of them are told so")
                .isFalse();
    }
}
