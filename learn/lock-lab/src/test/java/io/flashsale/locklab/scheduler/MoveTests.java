package io.flashsale.locklab.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.scheduler.Move.Action;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoveTests {

    @Test
    void areWrittenOneAfterTheOther() {
        assertThat(Move.parse("aapaebraca"))
                .contains(List.of(
                        new Move(Action.STEP, Player.ANN),
                        new Move(Action.STEP, Player.ANN),
                        new Move(Action.PAUSE, Player.ANN),
                        new Move(Action.END_LEASE, null),
                        new Move(Action.STEP, Player.BOB),
                        new Move(Action.RESUME, Player.ANN),
                        new Move(Action.CUT, Player.ANN)));
        assertThat(Move.parse("")).contains(List.of());
    }

    @Test
    void areReadAsTheyWereWritten() {
        assertThat(Move.parse(Move.format(Move.all()))).contains(Move.all());
        assertThat(Move.all()).extracting(Move::code).doesNotHaveDuplicates().hasSize(13);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ap", "pe", "a b", "A", "aé", "kkab", "ee1"})
    void areNothingIfSomethingElseIsAmongThem(String codes) {
        assertThat(Move.parse(codes)).isEmpty();
    }

    @Test
    void areNoMoreThanAGameCanHave() {
        assertThat(Move.parse("a".repeat(Move.MAX))).isPresent();
        assertThat(Move.parse("a".repeat(Move.MAX + 1))).isEmpty();
    }
}
