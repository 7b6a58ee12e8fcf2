package io.flashsale.locklab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.resource.JournalAnalysis;
import io.flashsale.locklab.resource.JournalEntry;
import io.flashsale.locklab.scenario.Backends;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.scenario.WaitingSigns;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.text.Text;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad runs do not hold: those that sell nothing, lose units, or in which nobody met the lock. */
class RunCheckerTests {

    private static final Sizes SIZES = new Sizes(3, 2, 2, Duration.ofSeconds(1));
    private static final Case SET_NX = CaseCatalogue.find("A3").orElseThrow();
    private static final Scenario CROWD = SET_NX.scenario(Scenario.CROWD).orElseThrow();
    private static final Map<String, Long> SOMEBODY_WAS_REFUSED = Map.of(FailPoints.REFUSED, 1L);

    @TempDir
    Path directory;

    private ScenarioContext context() {
        Backends none = new Backends(new ProcessDirectory(directory));
        return new ScenarioContext("item", SIZES, Map.of(), List.of(), none, WaitingSigns.NONE, client -> {});
    }

    private static JournalAnalysis sold(int units) {
        JournalAnalysis history = new JournalAnalysis(ended -> {});
        for (int unit = 1; unit <= units; unit++) {
            long at = unit * 1_000L;
            history.add(new JournalEntry("1-" + unit, at, JournalEntry.Kind.SOLD, "item", "ann", false, 0, 10));
        }
        return history;
    }

    private RunChecker crowd(int sold, int left, Map<String, Long> failPoints) {
        return new RunChecker(SET_NX, CROWD, SIZES, context(), sold(sold), left, failPoints);
    }

    private static Verdict verdict(RunChecker checker) {
        return checker.scenario().verdict(checker.findings(), checker.doubts());
    }

    private static List<Failure> failures(RunChecker checker) {
        return checker.findings().stream().map(ObservedFailure::failure).toList();
    }

    @Test
    void holdsIfNothingIsLostAndSomebodyMetTheLock() {
        RunChecker checker = crowd(3, 0, SOMEBODY_WAS_REFUSED);
        assertThat(verdict(checker)).isEqualTo(Verdict.HOLDS);
        assertThat(CROWD.agreesWith(checker.findings(), checker.doubts())).isTrue();
    }

    @Test
    void provesNothingIfNobodyMetTheLock() {
        RunChecker checker = crowd(3, 0, Map.of());
        assertThat(checker.findings()).isEmpty();
        assertThat(checker.doubts())
                .singleElement()
                .extracting(Text::en)
                .asString()
                .contains("nobody met the lock");
        assertThat(verdict(checker)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(CROWD.agreesWith(checker.findings(), checker.doubts())).isFalse();
    }

    @Test
    void failsIfNothingIsSoldOrNotAll() {
        assertThat(failures(crowd(0, 3, SOMEBODY_WAS_REFUSED))).containsExactly(Failure.UNDERSOLD);
        assertThat(failures(crowd(2, 1, SOMEBODY_WAS_REFUSED))).containsExactly(Failure.UNDERSOLD);
    }

    @Test
    void failsIfUnitsAreLost() {
        RunChecker checker = crowd(2, 0, SOMEBODY_WAS_REFUSED);
        assertThat(failures(checker)).containsExactly(Failure.UNDERSOLD);
        assertThat(checker.findings().getFirst().detail())
                .isEqualTo(new Text("2 sold of 3, and 0 are left: 1 are lost", "库存 3，售出 2，剩余 0：丢了 1"));
    }

    @Test
    void failsIfMoreIsSoldThanThereIsAlsoWhereTheSumIsRight() {
        assertThat(failures(crowd(3, 1, SOMEBODY_WAS_REFUSED))).containsExactly(Failure.OVERSOLD);
        assertThat(failures(crowd(4, -1, SOMEBODY_WAS_REFUSED))).containsExactly(Failure.OVERSOLD);
    }

    @Test
    void believesOfAScriptOnlyWhatTheScriptHasSeen() {
        Scenario script = Scenario.holds("script", Fault.NONE, context -> {});
        ScenarioContext context = context();
        RunChecker checker = new RunChecker(SET_NX, script, SIZES, context, sold(1), 2, SOMEBODY_WAS_REFUSED);
        assertThat(verdict(checker)).isEqualTo(Verdict.INCONCLUSIVE);
        context.met();
        assertThat(verdict(checker)).isEqualTo(Verdict.HOLDS);
    }
}
