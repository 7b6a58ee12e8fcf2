package io.flashsale.chaos.shopper;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.shopper.Step.Action;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class CrowdTests {

    @Test
    void isTheSameForTheSameSeed() {
        assertThat(Crowd.of(7, 300, 20_000)).isEqualTo(Crowd.of(7, 300, 20_000));
        assertThat(Crowd.of(7, 300, 20_000)).isNotEqualTo(Crowd.of(8, 300, 20_000));
    }

    @Test
    void doesEverythingThatShoppersDo() {
        assertThat(Crowd.of(7, 300, 20_000).scripts())
                .flatExtracting(Script::steps)
                .extracting(Step::action)
                .containsAll(EnumSet.allOf(Action.class));
    }

    @Test
    void wantsMoreThanThereIs() {
        Crowd crowd = Crowd.of(7, 300, 20_000);
        for (int i = 0; i < Crowd.UNITS.size(); i++) {
            int sale = i;
            assertThat(crowd.scripts().stream().filter(script -> script.sale() == sale))
                    .hasSizeGreaterThan(Crowd.UNITS.get(sale));
        }
    }
}
