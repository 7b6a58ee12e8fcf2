package io.flashsale.locklab.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.observation.RegisterOperation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LinearizationTests {

    /** A line per client: {@code |w1---|} writes 1, {@code |r0|} reads 0, and {@code |w1?} gets no answer. */
    private static List<RegisterOperation> history(String... lines) {
        List<RegisterOperation> operations = new ArrayList<>();
        for (String line : lines) {
            String client = line.substring(0, 1);
            for (int begin = line.indexOf('|'); begin >= 0; ) {
                boolean answered = line.indexOf('|', begin + 1) >= 0;
                int end = answered ? line.indexOf('|', begin + 1) : RegisterOperation.UNANSWERED;
                Kind kind = line.charAt(begin + 1) == 'r' ? Kind.READ : Kind.WRITE;
                operations.add(new RegisterOperation(client, kind, line.charAt(begin + 2) - '0', begin, end));
                begin = answered ? line.indexOf('|', end + 1) : -1;
            }
        }
        return operations;
    }

    private static Stream<String> orderOf(String... lines) {
        return Linearization.of(history(lines), 0).orElseThrow().stream().map(RegisterOperation::toString);
    }

    private static Stream<String> contradictionOf(String... lines) {
        List<RegisterOperation> history = history(lines);
        assertThat(Linearization.of(history, 0)).isEmpty();
        return Linearization.contradiction(history, 0).stream().map(RegisterOperation::toString);
    }

    @Test
    void findsTheOrderOfOneAfterTheOther() {
        assertThat(orderOf("a |w1|     |w2|", "b      |r1|     |r2|")).containsExactly("a w1", "b r1", "a w2", "b r2");
    }

    @Test
    void letsReadsDuringAWriteReturnTheOldValueOrTheNewOne() {
        assertThat(orderOf("a |w1----------|", "b  |r0|", "c        |r1|")).containsExactly("b r0", "a w1", "c r1");
        assertThat(orderOf("a |w1----|", "b  |r1-----|", "c   |r0----|")).containsExactly("c r0", "a w1", "b r1");
    }

    @Test
    void findsTheOrderInWhichAReadBetweenTwoWritesIsPossible() {
        assertThat(orderOf("a |w1---------|", "b |w2---------|", "c              |r1|"))
                .containsExactly("b w2", "a w1", "c r1");
    }

    @Test
    void takesAWriteWithoutAnAnswerAsDoneOrNot() {
        assertThat(orderOf("a |w1", "b      |r0|  |r1|")).containsExactly("b r0", "a w1", "b r1");
        assertThat(orderOf("a |w1", "b      |r0|  |r0|")).containsExactly("b r0", "b r0");
    }

    @Test
    void findsTheStaleReadAndLeavesOutTheRest() {
        assertThat(contradictionOf("a |w1|    |w2|          |w3|", "b      |r1|    |r2|", "c               |r1|"))
                .containsExactly("a w1", "a w2", "c r1");
    }

    @Test
    void findsThatTwoReadersSeeTwoWritesInDifferentOrders() {
        assertThat(contradictionOf(
                        "a |w1----------------------------|",
                        "b |w2----------------------------|",
                        "c  |r1|    |r2|",
                        "d    |r2|    |r1|"))
                .containsExactly("a w1", "b w2", "c r1", "c r2", "d r2", "d r1");
    }

    @Test
    void findsAValueThatCameBack() {
        assertThat(contradictionOf("a |w1|", "b     |r0|  |r1|")).containsExactly("a w1", "b r0");
    }

    @Test
    void drawsOnlyWhatIsLeftOfAHistory() {
        List<RegisterOperation> part =
                Linearization.contradiction(history("a |w1|    |w2|", "c      |r1|     |r0|"), 0);
        assertThat(RegisterHistory.drawn(part)).isEqualTo("""
                  a     |w2-|
                  c             |r0-|
                """);
    }
}
