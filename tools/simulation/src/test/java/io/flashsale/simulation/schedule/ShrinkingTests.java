package io.flashsale.simulation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkingTests {

    private static final List<Integer> HUNDRED =
            IntStream.rangeClosed(1, 100).boxed().toList();

    @Test
    void keepsOnlyWhatTheFailureNeeds() {
        assertThat(Shrinking.shortest(HUNDRED, some -> some.containsAll(List.of(3, 50, 51, 99))))
                .containsExactly(3, 50, 51, 99);
    }

    @Test
    void keepsTheOrder() {
        assertThat(Shrinking.shortest(
                        List.of(2, 1, 3, 2), some -> some.indexOf(1) >= 0 && some.lastIndexOf(2) > some.indexOf(1)))
                .containsExactly(1, 2);
    }

    @Test
    void removesAnElementThatOnlyALaterRemovalMadeNeedless() {
        assertThat(Shrinking.shortest(HUNDRED, some -> some.contains(7) && (!some.contains(8) || some.contains(9))))
                .containsExactly(7);
    }

    @Test
    void aFailureThatNeedsNothingIsEmpty() {
        assertThat(Shrinking.shortest(HUNDRED, some -> true)).isEmpty();
    }
}
