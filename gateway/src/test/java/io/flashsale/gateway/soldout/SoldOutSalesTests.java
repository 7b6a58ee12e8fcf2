package io.flashsale.gateway.soldout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SoldOutSalesTests {

    private static final long SALE = 7;
    private static final long HOLDER = 100;
    private static final long OTHER = 200;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final FakeSaleStates redis = new FakeSaleStates();
    private final SoldOutSales sales = new SoldOutSales(redis, () -> now);

    @BeforeEach
    void everythingIsHeld() {
        redis.holders.addAll(List.of(300L, HOLDER, 50L));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private void look() {
        pass(Duration.ofMillis(200));
        sales.refreshAll();
        sales.readHolders();
    }

    private void watch() {
        sales.watch(SALE);
        look();
    }

    @Test
    void haveNothingForThoseWhoHoldNothingAndLeaveHoldersToStockService() {
        watch();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isTrue();
        assertThat(redis.holders)
                .allSatisfy(
                        holder -> assertThat(sales.hasNothingFor(SALE, holder)).isFalse());
    }

    @Test
    void areUnknownUntilSomebodyWasToldSo() {
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        sales.watch(SALE);
        assertThat(sales.hasNothingFor(SALE, OTHER)).as("not looked yet").isFalse();
    }

    @Test
    void reopenAtTheNextLookWhenAUnitComesBack() {
        watch();
        redis.remaining = 1;
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
    }

    @Test
    void haveWhatComesBackOnlyForThoseWithOffersWhileOthersWait() {
        watch();
        redis.remaining = 1;
        redis.offered = Optional.of(Set.of());
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).as("set aside for them").isTrue();
        redis.offered = Optional.of(Set.of(OTHER));
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        assertThat(sales.hasNothingFor(SALE, 999)).isTrue();

        redis.passesTo(HOLDER, OTHER);
        redis.remaining = 0;
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).as("the new holder").isFalse();
        redis.remaining = 2;
        redis.offered = Optional.empty();
        look();
        assertThat(sales.hasNothingFor(SALE, 999)).as("nobody waits any more").isFalse();
    }

    /** The shopper bought after the gate was read, and before the offers were. */
    @Test
    void knowWhoHasJustUsedAnOffer() {
        watch();
        redis.remaining = 1;
        redis.offered = Optional.of(Set.of());
        redis.whileOffersAreRead = () -> redis.passesTo(HOLDER, OTHER);
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        assertThat(sales.hasNothingFor(SALE, 999)).isTrue();
        assertThat(redis.snapshots).hasValue(1);
    }

    @Test
    void knowTheNewHolderAtTheNextLookWhenAUnitPassedFromOneToAnother() {
        watch();
        redis.passesTo(HOLDER, OTHER);
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).as("the new holder").isFalse();
        assertThat(sales.hasNothingFor(SALE, 999)).isTrue();
        assertThat(sales.hasNothingFor(SALE, HOLDER))
                .as("is told so by stock-service")
                .isFalse();
        assertThat(redis.snapshots).as("readings of all holders").hasValue(1);
    }

    @Test
    void areEachReadByThemselves() {
        sales.watch(SALE);
        sales.watch(SALE + 1);
        look();
        redis.passesTo(HOLDER, OTHER);
        redis.late.add(SALE);
        for (int looks = 0; looks < 10; looks++) {
            look();
        }
        assertThat(sales.hasNothingFor(SALE, 999)).as("too old by now").isFalse();
        assertThat(sales.hasNothingFor(SALE + 1, 999)).isTrue();
    }

    @Test
    void areReadAnewWhenTheGateWasMadeAnew() {
        watch();
        redis.holders.add(OTHER);
        redis.epoch = "another";
        look();
        assertThat(sales.hasNothingFor(SALE, 999)).isFalse();
        pass(Duration.ofSeconds(1));
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        assertThat(sales.hasNothingFor(SALE, 999)).isTrue();
        assertThat(redis.snapshots).hasValue(2);
    }

    @Test
    void knowWhoBecameAHolderWhileTheHoldersWereRead() {
        redis.inBetween = () -> redis.passesTo(HOLDER, OTHER);
        watch();
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        assertThat(sales.hasNothingFor(SALE, 999)).isTrue();
    }

    @Test
    void doNotTrustHoldersThatWereReadWhileTheGateWasMadeAnew() {
        redis.inBetween = () -> redis.epoch = "another";
        watch();
        look();
        assertThat(sales.hasNothingFor(SALE, 999)).isFalse();
    }

    @Test
    void areNotReadMoreThanOnceASecond() {
        redis.inBetween = () -> redis.epoch += "x";
        sales.watch(SALE);
        for (int i = 0; i < 10; i++) {
            look();
        }
        assertThat(redis.snapshots).hasValue(2);
    }

    @Test
    void areNotTrustedForLongerThanASecond() {
        watch();
        pass(Duration.ofMillis(999));
        assertThat(sales.hasNothingFor(SALE, OTHER)).isTrue();
        pass(Duration.ofMillis(1));
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER))
                .as("nothing had changed meanwhile")
                .isTrue();
    }

    @Test
    void areTrustedForASecondWhileRedisIsAwayAndAtOnceWhenItIsBack() {
        watch();
        redis.away = true;
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).as("one time-out").isTrue();
        pass(Duration.ofSeconds(1));
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        redis.away = false;
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isTrue();
        assertThat(redis.snapshots).hasValue(1);
    }

    @Test
    void areWatchedOnWhenRedisDoesNotAnswerForOthers() {
        sales.watch(SALE + 1);
        watch();
        redis.silent.add(SALE);
        for (int i = 0; i < 6; i++) {
            look();
        }
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
        assertThat(sales.hasNothingFor(SALE + 1, OTHER)).isTrue();
    }

    @Test
    void areNotTrustedWhileTheGateIsRebuiltOrRedisWasRestarted() {
        watch();
        redis.trustworthy = false;
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
    }

    @Test
    void areStockServicesBusinessOnceTheyHaveEnded() {
        redis.closesAt = now.plusSeconds(2);
        watch();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isTrue();
        pass(Duration.ofSeconds(2));
        look();
        assertThat(sales.hasNothingFor(SALE, OTHER)).isFalse();
    }

    @Test
    void areForgottenWhenNobodyAsks() {
        watch();
        for (int i = 0; i < 100; i++) {
            pass(Duration.ofSeconds(2));
            sales.hasNothingFor(SALE, OTHER);
            sales.refreshAll();
        }
        assertThat(sales.count()).isOne();
        pass(Duration.ofSeconds(61));
        look();
        assertThat(sales.count()).isZero();
    }

    @Test
    void areBoundedInNumber() {
        for (long sale = 1; sale <= SoldOutSales.MAX_SALES + 10; sale++) {
            sales.watch(sale);
        }
        assertThat(sales.count()).isEqualTo(SoldOutSales.MAX_SALES);
    }
}
