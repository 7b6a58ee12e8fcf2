package io.flashsale.simulation.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The scripts do in all sequences what the reference says. */
class ScriptsModelTests {

    private static final int SEQUENCES = 2_000;
    private static final int LENGTH = 80;

    @Test
    void theScriptsDoWhatTheReferenceSays() {
        StateMachine machine = new StateMachine(Scripts.UNCHANGED);
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            List<Step> sequence = Sequences.of(seed, LENGTH);
            Optional<String> difference = machine.difference(sequence);
            if (difference.isPresent()) {
                throw new AssertionError("seed " + seed + ":\n" + machine.shortest(sequence));
            }
        }
    }

    @Test
    void everyScriptTakesPart() {
        Set<String> called = new TreeSet<>();
        ReferenceState nothing = new ReferenceState();
        for (long seed = 1; seed <= 100; seed++) {
            for (Step step : Sequences.of(seed, LENGTH)) {
                if (step instanceof Step.OfScript script) {
                    called.add(script.call(nothing).script());
                }
            }
        }
        assertThat(called).containsExactlyElementsOf(new TreeSet<>(Scripts.NAMES));
    }

    @Test
    void aSeedMakesTheSameSequenceEachTime() {
        assertThat(Sequences.of(7, LENGTH)).isEqualTo(Sequences.of(7, LENGTH));
    }
}
