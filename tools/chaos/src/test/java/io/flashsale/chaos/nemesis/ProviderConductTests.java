package io.flashsale.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProviderConductTests {

    private static final List<ProviderConduct> MANY =
            LongStream.range(0, 1_000).mapToObj(ProviderConduct::of).toList();

    @Test
    void isTheSameForTheSameSeed() {
        assertThat(ProviderConduct.of(7)).isEqualTo(ProviderConduct.of(7));
        assertThat(MANY).doesNotHaveDuplicates();
    }

    /** Shoppers who pay must remain, and be the most. */
    @Test
    void takesWrongAmountsTakesTwiceAndIsImpersonatedInEachRoundAndTakesMostPaymentsAtOnce() {
        assertThat(MANY).allSatisfy(conduct -> {
            assertThat(conduct.declined()).isBetween(0, 19);
            assertThat(conduct.slow()).isBetween(0, 9);
            assertThat(conduct.slowMillis()).isBetween(500L, 3_499L);
            assertThat(conduct.doubled()).isBetween(10, 39);
            assertThat(List.of(conduct.wrong(), conduct.twice(), conduct.forged()))
                    .allMatch(share -> share >= 5 && share < 20);
        });
        assertThat(MANY).extracting(ProviderConduct::toString).allMatch(text -> text.contains("declines"));
    }
}
