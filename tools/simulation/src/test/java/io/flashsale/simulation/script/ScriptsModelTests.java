package io.flashsale.simulation.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The scripts do in all sequences what the reference says. */
class ScriptsModelTests {

    private static final int SEQUENCES = 2_000;
    private static final int LENGTH = 80;

    @Test
    void theScriptsDoWhatTheReferenceSays() {
        StateMachine machine = new StateMachine(Scripts.UNCHANGED);
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            holds(machine, seed);
        }
    }

    /** Other seeds in each run, so that the suite goes on searching. */
    @Test
    void theScriptsDoWhatTheReferenceSaysInSequencesThatNobodyHasSeen() {
        long first = RandomGenerator.getDefault().nextLong(1, 1_000_000_000_000L);
        System.out.println("the sequences of the scripts begin with seed " + first);
        StateMachine machine = new StateMachine(Scripts.UNCHANGED);
        for (long seed = first; seed < first + SEQUENCES; seed++) {
            holds(machine, seed);
        }
    }

    private static void holds(StateMachine machine, long seed) {
        List<Step> sequence = Sequences.of(seed, LENGTH);
        if (machine.difference(sequence).isPresent()) {
            throw new AssertionError("seed " + seed + ":\n" + machine.shortest(sequence));
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
