package io.flashsale.chaos.shopper;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.shopper.ShopperScript.Action;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class RoundWorkloadTests {

    @Test
    void isTheSameForTheSameSeed() {
        assertThat(RoundWorkload.of(7, 300, 20_000)).isEqualTo(RoundWorkload.of(7, 300, 20_000));
        assertThat(RoundWorkload.of(7, 300, 20_000)).isNotEqualTo(RoundWorkload.of(8, 300, 20_000));
    }

    @Test
    void doesEverythingThatShoppersDo() {
        assertThat(RoundWorkload.of(7, 300, 20_000).scripts())
                .flatExtracting(ShopperScript::steps)
                .extracting(ShopperScript.ShopperStep::action)
                .containsAll(EnumSet.allOf(Action.class));
    }

    /** The list price is the first one, and no sale costs more than that. */
    @Test
    void lowersThePriceOfEachSaleOnce() {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(RoundWorkload.of(seed, 3, 20_000).changes())
                    .hasSameSizeAs(RoundWorkload.UNITS)
                    .allSatisfy(change -> {
                        assertThat(change.at()).isBetween(0L, 19_999L);
                        assertThat(change.priceCents()).isBetween(500L, RoundWorkload.PRICES.get(change.sale()) - 1);
                    });
        }
    }

    @Test
    void wantsMoreThanThereIs() {
        RoundWorkload workload = RoundWorkload.of(7, 300, 20_000);
        for (int i = 0; i < RoundWorkload.UNITS.size(); i++) {
            int sale = i;
            assertThat(workload.scripts().stream().filter(script -> script.sale() == sale))
                    .hasSizeGreaterThan(RoundWorkload.UNITS.get(sale));
        }
    }
}
