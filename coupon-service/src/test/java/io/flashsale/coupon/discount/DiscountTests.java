package io.flashsale.coupon.discount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.coupon.discount.Conditions.Quote;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What coupons take off, for very many prices. */
class DiscountTests {

    private static final Instant FROM = Instant.parse("2026-11-11T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2026-11-12T00:00:00Z");

    private final Random random = new Random(20_261_111);

    /** Returns prices of every order of magnitude, each equally often. */
    private long price() {
        return random.nextLong(1L << random.nextInt(1, 30));
    }

    private void forManyDiscounts(Consumer<Discount> check) {
        for (int i = 0; i < 20_000; i++) {
            check.accept(
                    random.nextBoolean()
                            ? new Discount.Amount(1 + price())
                            : new Discount.Percent(
                                    random.nextInt(1, 101),
                                    random.nextBoolean() ? 1 + price() : Discount.Percent.UNCAPPED));
        }
    }

    @Test
    void shouldTakeOffNothingNegativeAndNeverMoreThanThePrice() {
        forManyDiscounts(discount -> {
            long price = price();
            assertThat(discount.centsOff(price)).as("%s on %s", discount, price).isBetween(0L, price);
            assertThat(discount.centsOff(0)).isZero();
            assertThat(discount.centsOff(Discount.MAX_PRICE_CENTS)).isBetween(0L, Discount.MAX_PRICE_CENTS);
        });
    }

    @Test
    void shouldNeverTakeOffLessForAHigherPriceAndNeverMakeTheDearerOneCheaper() {
        forManyDiscounts(discount -> {
            long price = price();
            long more = price + 1 + price();
            long less = discount.centsOff(price);
            assertThat(discount.centsOff(more)).isGreaterThanOrEqualTo(less);
            assertThat(more - discount.centsOff(more)).isGreaterThanOrEqualTo(price - less);
        });
    }

    @Test
    void shouldRoundAPercentageToTheNextCentInTheShoppersFavour() {
        for (int i = 0; i < 20_000; i++) {
            int percent = random.nextInt(1, 101);
            long price = price();
            BigDecimal exact = BigDecimal.valueOf(price)
                    .multiply(BigDecimal.valueOf(percent))
                    .movePointLeft(2);
            assertThat(new Discount.Percent(percent, Discount.Percent.UNCAPPED).centsOff(price))
                    .isEqualTo(exact.setScale(0, RoundingMode.CEILING).longValueExact());
        }
    }

    @Test
    void shouldNeverTakeOffMoreThanTheCap() {
        assertThat(new Discount.Percent(50, 300).centsOff(599)).isEqualTo(300);
        assertThat(new Discount.Percent(50, 300).centsOff(598)).isEqualTo(299);
        assertThat(new Discount.Percent(50, 300).centsOff(1_000_000)).isEqualTo(300);
    }

    @Test
    void shouldRefuseWhatIsNoCouponAndWhatIsNoPrice() {
        assertThatThrownBy(() -> new Discount.Amount(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Discount.Percent(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Discount.Percent(101, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Discount.Percent(10, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Discount.Amount(5).centsOff(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Discount.Percent(9, 9).centsOff(Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** RedemptionIT and CouponRedemptionContract show the other conditions. */
    @Test
    void shouldBeGoodForTheSalesAndProductsThatItNames() {
        Conditions limited = conditions(Set.of(1L), Set.of(9L));
        assertThat(quote(limited, 1, 0)).isEqualTo(new Quote.Applicable(100));
        assertThat(quote(limited, 2, 9)).isEqualTo(new Quote.Applicable(100));
        assertThat(quote(limited, 2, 8)).isEqualTo(new Quote.Refused(CouponRefusal.OTHER_SALE));
        assertThat(limited.dependsOnProductOf(1)).isFalse();
        assertThat(limited.dependsOnProductOf(2)).isTrue();
        assertThat(conditions(Set.of(1L), Set.of()).dependsOnProductOf(2)).isFalse();
    }

    @Test
    void shouldBeGoodFromItsFirstMomentUntilBeforeItsLast() {
        Conditions any = conditions(Set.of(), Set.of());
        assertThat(quoteAt(any, FROM.minusNanos(1))).isEqualTo(new Quote.Refused(CouponRefusal.NOT_YET_VALID));
        assertThat(quoteAt(any, FROM)).isEqualTo(new Quote.Applicable(100));
        assertThat(quoteAt(any, UNTIL.minusNanos(1))).isEqualTo(new Quote.Applicable(100));
        assertThat(quoteAt(any, UNTIL)).isEqualTo(new Quote.Refused(CouponRefusal.EXPIRED));
    }

    @Test
    void shouldBeGoodFromItsThresholdUpIfItTakesSomethingOff() {
        Discount half = new Discount.Percent(50, Discount.Percent.UNCAPPED);
        Conditions from500 = new Conditions(500, FROM, UNTIL, Set.of(), Set.of());
        assertThat(from500.quote(half, 499, 1, 0, FROM)).isEqualTo(new Quote.Refused(CouponRefusal.BELOW_THRESHOLD));
        assertThat(from500.quote(half, 500, 1, 0, FROM)).isEqualTo(new Quote.Applicable(250));
        assertThat(conditions(Set.of(), Set.of()).quote(half, 0, 1, 0, FROM))
                .isEqualTo(new Quote.Refused(CouponRefusal.NO_DISCOUNT));
    }

    private static Quote quoteAt(Conditions conditions, Instant now) {
        return conditions.quote(new Discount.Amount(100), 500, 1, 0, now);
    }

    private static Quote quote(Conditions conditions, long sale, long product) {
        return conditions.quote(new Discount.Amount(100), 500, sale, product, FROM);
    }

    private static Conditions conditions(Set<Long> sales, Set<Long> products) {
        return new Conditions(0, FROM, UNTIL, sales, products);
    }
}
