package io.flashsale.loadtest.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.flashsale.loadtest.TestPlan;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TallyTests {

    private static Tally tally(TestPlan plan, Sample... samples) {
        return Tally.of(List.of(samples), plan, 1);
    }

    @Test
    void countsClicksByTheirAnswers() {
        Tally tally = tally(
                TestPlan.SOLD_OUT_STORM,
                Samples.accepted(0, 1, 101),
                Samples.refused(5, 2, "sold-out"),
                Samples.refused(5, 3, "sold-out"),
                Samples.alreadyPurchased(9, 1, 101),
                Samples.timedOut(9, 4),
                Samples.failed(9, 5, "503", "sale-warming-up"));
        assertThat(tally.clicks()).isEqualTo(6);
        assertThat(tally.accepted()).containsExactly(new Tally.Purchase("101", "1"));
        assertThat(tally.refused()).containsOnly(entry("sold-out", 2), entry("already-purchased", 1));
        assertThat(tally.indeterminate()).isEqualTo(Map.of("reserve: SocketTimeoutException", 1));
        assertThat(tally.unexpected()).isEqualTo(Map.of("reserve: 503 sale-warming-up", 1));
        assertThat(tally.users()).hasSize(5);
        assertThat(tally.contradictions()).isEmpty();
    }

    @Test
    void allowsAShopperAsManyUnitsAsTheLimitAndNoMore() {
        Sample[] four = IntStream.rangeClosed(1, 4)
                .mapToObj(unit -> Samples.accepted(unit, 1, 100 + unit))
                .toArray(Sample[]::new);
        assertThat(Tally.of(List.of(four), TestPlan.ONE_PER_USER, 4).contradictions())
                .isEmpty();
        assertThat(Tally.of(List.of(four), TestPlan.ONE_PER_USER, 3).contradictions())
                .containsExactly("1 clicks were accepted of shoppers who already had as many as allowed");
    }

    @Test
    void leavesOutWithWhatJMeterWarmedItselfUp() {
        Tally tally = tally(
                TestPlan.OVERSELL,
                Samples.step(SampleOutcome.WARM_UP, "202", true),
                Samples.step(SampleOutcome.WARM_UP, "503", false),
                Samples.accepted(60_000, 1, 101));
        assertThat(tally.clicks()).isEqualTo(1);
        assertThat(tally.unexpectedInAll()).isZero();
        assertThat(tally.slices()).as("time begins with the first click").hasSize(1);
    }

    @Test
    void isUnsureOfWhoeverWasNotToldWhatBecameOfTheClick() {
        Tally tally = tally(
                TestPlan.OVERSELL,
                Samples.timedOut(0, 1),
                Samples.failed(0, 2, "500", "internal-error"),
                Samples.failed(0, 3, "429", "rate-limited"));
        assertThat(tally.unsureUsers()).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void allowsOnlyTheRefusalsOfThePlan() {
        assertThat(tally(TestPlan.OVERSELL, Samples.refused(0, 1, "already-purchased"))
                        .unexpected())
                .containsOnlyKeys("reserve: 409 already-purchased");
        assertThat(tally(TestPlan.OVERSELL, Samples.refused(0, 1, "sale-ended")).unexpectedInAll())
                .isEqualTo(1);
        Sample refused = Samples.refusedWithoutTicket(0, 1);
        assertThat(tally(TestPlan.WAITING_ROOM, refused).refused()).containsOnly(entry("ticket-required", 1));
        assertThat(tally(TestPlan.OVERSELL, refused).unexpected()).containsOnlyKeys("reserve: 403 ticket-required");
    }

    @Test
    void takesAnAcceptedClickWithoutAnOrderIdForUnexpected() {
        Tally tally = tally(TestPlan.OVERSELL, Samples.step("reserve", "202", true));
        assertThat(tally.accepted()).isEmpty();
        assertThat(tally.unexpectedInAll()).isEqualTo(1);
    }

    @Test
    void countsTheStepsAroundAReservationOnlyIfTheyFail() {
        Tally tally = tally(
                TestPlan.BROWSE_AND_BUY,
                Samples.step("page", "200", true),
                Samples.step("pay", "500", false),
                Samples.step("add stock", "200", true));
        assertThat(tally.clicks()).isZero();
        assertThat(tally.unexpected())
                .containsOnlyKeys("pay: 500, asserted", "a sample 'add stock', which the plan does not have");
        assertThat(tally.unsureUsers()).isEmpty();
    }

    @Test
    void noticesAnswersThatContradictEachOther() {
        assertThat(tally(TestPlan.ONE_PER_USER, Samples.accepted(0, 1, 101), Samples.accepted(1, 1, 102))
                        .contradictions())
                .containsExactly("1 clicks were accepted of shoppers who already had as many as allowed");
        assertThat(tally(TestPlan.ONE_PER_USER, Samples.accepted(0, 1, 101), Samples.alreadyPurchased(1, 1, 555))
                        .contradictions())
                .containsExactly("1 shoppers were told already-purchased with another order than theirs");
    }

    @Test
    void allowsAShopperAsManyUnitsAsTheLimit() {
        List<Sample> samples = List.of(
                Samples.accepted(0, 1, 101),
                Samples.accepted(1, 1, 102),
                Samples.alreadyPurchased(2, 1, 102),
                Samples.accepted(3, 2, 103),
                Samples.alreadyPurchased(4, 2, 101));
        assertThat(Tally.of(samples, TestPlan.ONE_PER_USER, 2).contradictions())
                .containsExactly("1 shoppers were told already-purchased with another order than theirs");
        assertThat(Tally.of(samples, TestPlan.ONE_PER_USER, 1).contradictions())
                .contains("1 clicks were accepted of shoppers who already had as many as allowed");
    }

    @Test
    void ranksLatencies() {
        int[] hundred = IntStream.rangeClosed(1, 100).toArray();
        assertThat(Latency.percentile(hundred, 50)).isEqualTo(50);
        assertThat(Latency.percentile(hundred, 99)).isEqualTo(99);
        assertThat(Latency.percentile(hundred, 100)).isEqualTo(100);
        assertThat(Latency.percentile(new int[] {7}, 95)).isEqualTo(7);
        assertThat(Latency.percentile(new int[0], 95)).isZero();
    }

    @Test
    void cutsTheRunIntoSlicesThatHoldEveryClick() {
        List<Sample> samples = Stream.concat(
                        IntStream.range(0, 900).mapToObj(i -> Samples.refused(1_000_000L + i * 7L, i, "sold-out")),
                        Stream.of(Samples.accepted(1_000_000, 9_999, 1), Samples.timedOut(1_003_000, 9_998)))
                .toList();
        Tally tally = Tally.of(samples, TestPlan.OVERSELL, 1);
        assertThat(tally.slices()).hasSizeBetween(20, 81);
        assertThat(tally.slices().stream().mapToInt(TimeSlice::answered).sum()).isEqualTo(902);
        assertThat(tally.slices().stream().mapToInt(TimeSlice::accepted).sum()).isEqualTo(1);
        assertThat(tally.slices().stream().mapToInt(TimeSlice::bad).sum()).isEqualTo(1);
        assertThat(tally.slices().getFirst().begin()).isEqualTo(1_000_000);
        assertThat(Tally.of(List.of(), TestPlan.OVERSELL, 1).slices()).isEmpty();
    }
}
