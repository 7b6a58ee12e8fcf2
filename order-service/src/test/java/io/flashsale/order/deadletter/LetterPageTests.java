package io.flashsale.order.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.order.deadletter.DeadLetter.Position;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LetterPageTests {

    private static Position at(int partition, long offset) {
        return new Position(DeadLetterTopic.CLAIMS, partition, offset);
    }

    @Test
    void shouldBeginBeforeTheOldestLetterShownInEachPartition() {
        LetterPage second = LetterPage.NEWEST.after(List.of(at(1, 9), at(0, 17), at(1, 8)));
        assertThat(second)
                .hasToString("0@17,1@8")
                .isEqualTo(LetterPage.of("0@17,1@8").orElseThrow());
        LetterPage third = second.after(List.of(at(1, 7)));
        assertThat(third.endIn(0, 30)).isEqualTo(17);
        assertThat(third.endIn(1, 30)).isEqualTo(7);
        assertThat(third.endIn(2, 30)).as("nothing of it was shown").isEqualTo(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "17", "0@", "0@-1", "0@1,", "0@1 ", "0@9999999999999999999"})
    void shouldNotBeReadFromOtherTexts(String text) {
        assertThat(LetterPage.of(text)).isEmpty();
    }
}
