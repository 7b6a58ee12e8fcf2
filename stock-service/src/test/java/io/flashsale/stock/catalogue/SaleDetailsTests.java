package io.flashsale.stock.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.entry.sale.EntryMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaleDetailsTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static SaleDetails opening(@Nullable Instant opensAt) {
        return new SaleAdminController.NewSale(
                        null, null, "A lamp", 1L, null, 1L, opensAt, null, null, null, null, null)
                .details(NOW);
    }

    private static SaleDetails of(EntryMode mode, Instant opensAt) {
        return of(mode, opensAt, opensAt.plusSeconds(999_999));
    }

    private static SaleDetails of(EntryMode mode, Instant opensAt, Instant closesAt) {
        return new SaleDetails("A lamp", 1, 1, opensAt, closesAt, new SaleEntry(mode, 1, 0), 1);
    }

    @ParameterizedTest
    @EnumSource(EntryMode.class)
    void sellOneUnitToAShopperUnlessTheyAreOpenToEverybody(EntryMode mode) {
        assertThat(limitedTo(1, mode, NOW).fault()).isEmpty();
        assertThat(limitedTo(2, mode, NOW).fault().isEmpty()).isEqualTo(mode == EntryMode.OPEN);
    }

    private static SaleDetails limitedTo(int units, EntryMode mode, Instant opensAt) {
        SaleEntry entry = new SaleEntry(mode, 1, 0);
        return new SaleDetails("A lamp", 1, 1, opensAt, opensAt.plusSeconds(999_999), entry, units);
    }

    @ParameterizedTest
    @CsvSource({"60, 60, false", "59, 60, true", "60, 59, true", "-60, 600, true"})
    void changeTheirLimitUntilAMinuteBeforeTheyOpen(long opens, long then, boolean refused) {
        SaleDetails old = limitedTo(1, EntryMode.OPEN, NOW.plusSeconds(opens));
        SaleDetails changed = limitedTo(2, EntryMode.OPEN, NOW.plusSeconds(then));
        assertThat(changed.faultAfter(old, NOW).isPresent()).isEqualTo(refused);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 21})
    void haveALimitThatTheDatabaseTakes(int limit) {
        assertThat(limitedTo(limit, EntryMode.OPEN, NOW).fault())
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("purchaseLimit"));
    }

    /** Times in seconds from now; an admin page knows them to the second. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # modes              | opens  | then | closes | then   | refused
                    TICKET QUEUE LOTTERY | -0.001 |  600 | 999999 | 999999 | true
                    TICKET QUEUE LOTTERY | -0.001 | -600 | 999999 | 999999 | true
                    TICKET QUEUE LOTTERY | -0.001 |   -1 | 999999 | 999999 | false
                    TICKET QUEUE LOTTERY |     61 |  600 | 999999 | 999999 | false
                    OPEN                 | -0.001 |  600 | 999999 | 999999 | false
                    # somebody may be served already in the last minute
                    TICKET QUEUE         | 59.999 | 3600 | 999999 | 999999 | true
                    TICKET QUEUE         | 59.999 |   30 | 999999 | 999999 | false
                    TICKET QUEUE         | 59.999 |    0 | 999999 | 999999 | false
                    TICKET QUEUE         |     60 | 3600 | 999999 | 999999 | false
                    LOTTERY              |    600 |    0 | 999999 | 999999 | true
                    LOTTERY              |    600 |   59 | 999999 | 999999 | true
                    LOTTERY              |    600 |   60 | 999999 | 999999 | false
                    LOTTERY              |     59 |  600 | 999999 | 999999 | true
                    # they close once
                    TICKET QUEUE LOTTERY |   -600 | -600 | -0.001 |    600 | true
                    TICKET QUEUE LOTTERY |   -600 | -600 | -0.001 |     -1 | false
                    TICKET QUEUE LOTTERY |   -600 | -600 |  0.001 |    600 | false
                    OPEN                 |   -600 | -600 | -0.001 |    600 | false
                    TICKET QUEUE         |   -600 | -600 |    600 | -0.001 | false
                    # a lottery with an hour's notice, and an hour after it opens
                    LOTTERY              |   -600 | -600 |    600 | -0.001 | true
                    LOTTERY              |   -600 | -600 |  36000 |   3599 | true
                    LOTTERY              |   -600 | -600 |  36000 |   3600 | false
                    LOTTERY              |   -600 | -600 |  36000 |  40000 | false
                    LOTTERY              |   -600 | -600 |     60 |    120 | false
                    LOTTERY              |   -600 | -600 |     60 |     60 | false
                    LOTTERY              |   7200 | 7200 |  36000 |   7300 | true
                    """)
    void moveTheirTimesOnlyWhereNobodyLosesAPlace(
            String modes, double opens, double opensThen, double closes, double closesThen, boolean refused) {
        for (String mode : modes.split(" ", -1)) {
            SaleDetails old = of(EntryMode.valueOf(mode), in(opens), in(closes));
            SaleDetails then = of(EntryMode.valueOf(mode), in(opensThen), in(closesThen));
            assertThat(then.faultAfter(old, NOW).isPresent()).as(mode).isEqualTo(refused);
        }
    }

    private static Instant in(double seconds) {
        return NOW.plusMillis(Math.round(seconds * 1_000));
    }

    @Test
    void openALotteryNoSoonerThanInAMinute() {
        assertThat(of(EntryMode.LOTTERY, in(59)).faultOfNew(NOW)).isPresent();
        assertThat(of(EntryMode.LOTTERY, in(60)).faultOfNew(NOW)).isEmpty();
        assertThat(of(EntryMode.QUEUE, NOW).faultOfNew(NOW)).isEmpty();
    }

    /** In ten minutes it opens. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # mode  | then    | price | then      | difficulty | then | refused
                    LOTTERY | LOTTERY |   100 | 100000000 |          0 |    0 | true
                    LOTTERY | LOTTERY |   100 |        99 |          0 |    0 | true
                    LOTTERY | LOTTERY |   100 |       100 |          0 |    0 | false
                    LOTTERY | LOTTERY |   100 |       100 |        100 |  101 | true
                    LOTTERY | LOTTERY |   100 |       100 |        100 |   99 | false
                    QUEUE   | QUEUE   |   100 |       200 |        100 |  101 | false
                    # as it becomes one
                    QUEUE   | LOTTERY |   100 |       200 |          0 |    0 | false
                    """)
    void keepThePriceAndAskForNoMoreWorkOnceSomebodyMayTakePartInTheLottery(
            EntryMode mode, EntryMode then, long price, long priceThen, int work, int workThen, boolean refused) {
        SaleDetails old = inTenMinutes(price, new SaleEntry(mode, 1, work));
        assertThat(inTenMinutes(priceThen, new SaleEntry(then, 1, workThen))
                        .faultAfter(old, NOW)
                        .isPresent())
                .isEqualTo(refused);
    }

    private static SaleDetails inTenMinutes(long priceCents, SaleEntry entry) {
        return new SaleDetails("A lamp", priceCents, 1_000_000_000, in(600), in(1_200), entry, 1);
    }

    @Test
    void lastADayWhereNobodySaysHowLong() {
        assertThat(opening(null).closesAt()).isEqualTo(in(86_400));
        assertThat(opening(null).fault()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"+1000000000-12-31T23:59:59.999999999Z", "2100-01-01T00:00:00Z", "-1000000000-01-01T00:00:00Z"})
    void areInvalidAtTheEndsOfTime(String opensAt) {
        assertThat(opening(Instant.parse(opensAt)).fault()).isPresent();
    }
}
