package io.flashsale.stock.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.entry.sale.EntryMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaleDetailsTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static SaleDetails opening(@Nullable Instant opensAt) {
        return new SaleAdminController.NewSale(null, null, "A lamp", 1L, null, 1L, opensAt, null, null, null)
                .details(NOW);
    }

    private static SaleDetails of(EntryMode mode, Instant opensAt) {
        return of(mode, opensAt, opensAt.plusSeconds(999_999));
    }

    private static SaleDetails of(EntryMode mode, Instant opensAt, Instant closesAt) {
        return new SaleDetails("A lamp", 1, 1, opensAt, closesAt, new SaleEntry(mode, 1, 0));
    }

    private static SaleDetails of(EntryMode mode, Instant opensAt, int difficulty) {
        return new SaleDetails("A lamp", 1, 1, opensAt, opensAt.plusSeconds(600), new SaleEntry(mode, 1, difficulty));
    }

    @ParameterizedTest
    @EnumSource(names = "OPEN", mode = EnumSource.Mode.EXCLUDE)
    void openOnlyOnceUnlessTheyAreOpenToEverybody(EntryMode mode) {
        SaleDetails opened = of(mode, NOW.minusMillis(1));
        assertThat(of(mode, NOW.plusSeconds(600)).faultAfter(opened, NOW)).isPresent();
        assertThat(of(mode, NOW.minusSeconds(600)).faultAfter(opened, NOW)).isPresent();
        assertThat(of(mode, opened.opensAt().truncatedTo(ChronoUnit.SECONDS)).faultAfter(opened, NOW))
                .as("as the admin page knows it")
                .isEmpty();
        assertThat(of(mode, NOW.plusSeconds(600)).faultAfter(of(mode, NOW.plusSeconds(61)), NOW))
                .isEmpty();
        assertThat(of(EntryMode.OPEN, NOW.plusSeconds(600)).faultAfter(of(EntryMode.OPEN, NOW.minusMillis(1)), NOW))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(EntryMode.class)
    void sellOneUnitToAShopperUnlessTheyAreOpenToEverybody(EntryMode mode) {
        assertThat(of(mode, NOW).faultOfLimit(1)).isEmpty();
        assertThat(of(mode, NOW).faultOfLimit(2).isEmpty()).isEqualTo(mode == EntryMode.OPEN);
    }

    @ParameterizedTest
    @EnumSource(names = {"TICKET", "QUEUE"})
    void openNoLaterInTheLastMinuteWhenSomebodyMayBeServedAlready(EntryMode mode) {
        SaleDetails soon = of(mode, NOW.plusMillis(59_999));
        assertThat(of(mode, NOW.plusSeconds(3_600)).faultAfter(soon, NOW)).isPresent();
        assertThat(of(mode, NOW.plusSeconds(30)).faultAfter(soon, NOW)).isEmpty();
        assertThat(of(mode, NOW).faultAfter(soon, NOW)).as("open now").isEmpty();
        assertThat(of(mode, NOW.plusSeconds(3_600)).faultAfter(of(mode, NOW.plusSeconds(60)), NOW))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "OPEN", mode = EnumSource.Mode.EXCLUDE)
    void closeOnlyOnceUnlessTheyAreOpenToEverybody(EntryMode mode) {
        Instant opensAt = NOW.minusSeconds(600);
        SaleDetails closed = of(mode, opensAt, NOW.minusMillis(1));
        SaleDetails longer = of(mode, opensAt, NOW.plusSeconds(600));
        assertThat(longer.faultAfter(closed, NOW)).isPresent();
        assertThat(of(mode, opensAt, closed.closesAt().truncatedTo(ChronoUnit.SECONDS))
                        .faultAfter(closed, NOW))
                .as("as the admin page knows it")
                .isEmpty();
        assertThat(closed.faultAfter(longer, NOW).isEmpty()).as("end now").isEqualTo(mode != EntryMode.LOTTERY);
        assertThat(longer.faultAfter(of(mode, opensAt, NOW.plusMillis(1)), NOW)).isEmpty();
        assertThat(of(EntryMode.OPEN, opensAt, NOW.plusSeconds(600))
                        .faultAfter(of(EntryMode.OPEN, opensAt, NOW.minusMillis(1)), NOW))
                .isEmpty();
    }

    @Test
    void endALotteryNoSoonerThanWithNotice() {
        Instant opensAt = NOW.minusSeconds(600);
        SaleDetails running = of(EntryMode.LOTTERY, opensAt, NOW.plusSeconds(36_000));
        assertThat(of(EntryMode.LOTTERY, opensAt, NOW.plusSeconds(3_599)).faultAfter(running, NOW))
                .isPresent();
        assertThat(of(EntryMode.LOTTERY, opensAt, NOW.plusSeconds(3_600)).faultAfter(running, NOW))
                .isEmpty();
        assertThat(of(EntryMode.LOTTERY, opensAt, NOW.plusSeconds(40_000)).faultAfter(running, NOW))
                .isEmpty();
        SaleDetails ending = of(EntryMode.LOTTERY, opensAt, NOW.plusSeconds(60));
        assertThat(of(EntryMode.LOTTERY, opensAt, NOW.plusSeconds(120)).faultAfter(ending, NOW))
                .as("put off")
                .isEmpty();
        assertThat(ending.faultAfter(ending, NOW)).as("as it was").isEmpty();

        SaleDetails later = of(EntryMode.LOTTERY, NOW.plusSeconds(7_200), NOW.plusSeconds(36_000));
        assertThat(of(EntryMode.LOTTERY, NOW.plusSeconds(7_200), NOW.plusSeconds(7_300))
                        .faultAfter(later, NOW))
                .as("hardly open")
                .isPresent();
    }

    @Test
    void openALotteryNoSoonerThanInAMinuteAndLeaveTheLastMinuteAlone() {
        SaleDetails later = of(EntryMode.LOTTERY, NOW.plusSeconds(600));
        assertThat(of(EntryMode.LOTTERY, NOW).faultAfter(later, NOW)).isPresent();
        assertThat(of(EntryMode.LOTTERY, NOW.plusSeconds(59)).faultAfter(later, NOW))
                .isPresent();
        assertThat(of(EntryMode.LOTTERY, NOW.plusSeconds(60)).faultAfter(later, NOW))
                .isEmpty();
        assertThat(later.faultAfter(of(EntryMode.LOTTERY, NOW.plusSeconds(59)), NOW))
                .isPresent();
    }

    @Test
    void askForNoMoreWorkOnceSomebodyMayTakePartInTheLottery() {
        SaleDetails public100 = of(EntryMode.LOTTERY, NOW.plusSeconds(600), 100);
        assertThat(of(EntryMode.LOTTERY, NOW.plusSeconds(600), 101).faultAfter(public100, NOW))
                .isPresent();
        assertThat(of(EntryMode.LOTTERY, NOW.plusSeconds(600), 99).faultAfter(public100, NOW))
                .isEmpty();
        assertThat(of(EntryMode.QUEUE, NOW.plusSeconds(600), 101)
                        .faultAfter(of(EntryMode.QUEUE, NOW.plusSeconds(600), 100), NOW))
                .isEmpty();
    }

    @Test
    void keepThePriceOfALottery() {
        SaleDetails cheap = priced(EntryMode.LOTTERY, 100);
        assertThat(priced(EntryMode.LOTTERY, 100_000_000).faultAfter(cheap, NOW))
                .isPresent();
        assertThat(priced(EntryMode.LOTTERY, 99).faultAfter(cheap, NOW)).isPresent();
        assertThat(priced(EntryMode.LOTTERY, 100).faultAfter(cheap, NOW)).isEmpty();
        assertThat(priced(EntryMode.QUEUE, 200).faultAfter(priced(EntryMode.QUEUE, 100), NOW))
                .isEmpty();
        assertThat(priced(EntryMode.LOTTERY, 200).faultAfter(priced(EntryMode.QUEUE, 100), NOW))
                .as("as it becomes one")
                .isEmpty();
    }

    private static SaleDetails priced(EntryMode mode, long priceCents) {
        Instant opensAt = NOW.plusSeconds(600);
        return new SaleDetails(
                "A lamp", priceCents, 1_000_000_000, opensAt, opensAt.plusSeconds(600), new SaleEntry(mode, 1, 0));
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
