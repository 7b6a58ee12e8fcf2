package io.flashsale.controlroom.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.entry.EntryMode;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrowdPlanTests {

    private static CrowdPlan plan(
            EntryMode mode, long difficulty, Duration untilOpening, int shoppers, ScriptShare scripts) {
        return new CrowdPlan("1", new CrowdSale(7, mode, difficulty, untilOpening), shoppers, Duration.ZERO, scripts);
    }

    private static CrowdPlan opening(EntryMode mode, int minutes) {
        return plan(mode, 0, Duration.ofMinutes(minutes), 50, ScriptShare.NONE);
    }

    @ParameterizedTest
    @CsvSource({"2000, 30, 600", "50, 1, 1", "50, 0, 0", "5000, 100, 5000", "51, 50, 26"})
    void shouldDivideTheCrowd(int shoppers, int percent, int scripts) {
        CrowdPlan plan = plan(EntryMode.OPEN, 0, Duration.ZERO, shoppers, new ScriptShare(percent, 1, false));
        assertThat(plan.scriptAccounts()).isEqualTo(scripts);
        assertThat(plan.people()).isEqualTo(shoppers - scripts);
    }

    @ParameterizedTest
    @CsvSource({
        // mode, difficulty, shoppers, percent of scripts, clicks, whether they work: what the fault says
        "OPEN, 0, 5000, 20, 100, false,",
        "OPEN, 0, 5000, 30, 100, false, 'would click 150000 times, and may 100000 times'",
        "QUEUE, 100000, 4000, 0, 0, false,",
        "QUEUE, 100000, 5000, 0, 0, false, 'would compute 250000000 hashes in all before they may enter, and may 200000000: send fewer, or lower entry.difficulty'",
        "QUEUE, 100000, 5000, 30, 1, false,",
        "QUEUE, 100000, 5000, 30, 1, true, 'would compute 250000000 hashes in all before they may enter, and may 200000000: send fewer, or lower entry.difficulty'"
    })
    void shouldBoundWhatIsClickedAndComputed(
            EntryMode mode,
            long difficulty,
            int shoppers,
            int percent,
            int clicks,
            boolean work,
            @Nullable String fault) {
        ScriptShare scripts = new ScriptShare(percent, clicks, work);
        Optional<String> found =
                plan(mode, difficulty, Duration.ZERO, shoppers, scripts).fault();
        assertThat(found.isPresent()).isEqualTo(fault != null);
        assertThat(found.orElse("")).contains(Objects.requireNonNullElse(fault, ""));
    }

    @ParameterizedTest
    @CsvSource({"OPEN, 0, false, 2", "LOTTERY, 5, true, 7", "OPEN, 6, false, 2"})
    void shouldWaitFiveMinutesForAnOpeningAndTwoForAnswers(
            EntryMode mode, int untilOpening, boolean waits, int maxDuration) {
        CrowdPlan plan = opening(mode, untilOpening);
        assertThat(plan.waitsForOpening()).isEqualTo(waits);
        assertThat(plan.maxDuration()).isEqualTo(Duration.ofMinutes(maxDuration));
    }

    /** Sales by ticket only tell all shoppers that they are early. */
    @ParameterizedTest
    @CsvSource({"QUEUE, 6, true", "QUEUE, 4, false", "QUEUE, 0, false", "TICKET, 6, false"})
    void shouldNotEnterAWaitingRoomThatItLeavesBeforeItOpens(EntryMode mode, int untilOpening, boolean inVain) {
        assertThat(opening(mode, untilOpening).comesInVain()).isEqualTo(inVain);
    }
}
