package io.flashsale.locklab.command;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scenario.Sizes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code learn/lock-lab/cases} on real processes and servers. */
class CasesCommandIT {

    private static final Path DIRECTORY =
            Path.of("target/lab-command-" + ProcessHandle.current().pid());

    private static final int CROWDS = 20;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int cases(String... arguments) {
        return new CasesCommand(
                        DIRECTORY,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(List.of(arguments));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void assertNotRun(int code, String why) {
        assertThat(code).isEqualTo(CasesCommand.NOT_RUN);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("cases: ").contains(why);
        assertThat(printed()).isEmpty();
        err.reset();
    }

    /** Sends another crowd if no two of a crowd have met, which proves nothing. */
    private void assertAsStatedByACrowd(String... crowd) {
        int code = cases(crowd);
        for (int again = 1; again < CROWDS && printed().contains("inconclusive: "); again++) {
            out.reset();
            code = cases(crowd);
        }
        assertThat(code).as(printed()).isEqualTo(CasesCommand.AS_STATED);
    }

    @Test
    void listsWhatThereIs() {
        assertThat(cases("list")).isEqualTo(CasesCommand.AS_STATED);
        assertThat(printed()).contains("A6", "lease-too-short", "fails: two-holders");
        out.reset();
        assertThat(cases("list", "--lang=zh")).isEqualTo(CasesCommand.AS_STATED);
        assertThat(printed()).contains("读、判断、写", "lease-too-short", "fails: two-holders");
        out.reset();
        assertThat(cases("--help")).isEqualTo(CasesCommand.AS_STATED);
        assertThat(printed()).startsWith("Usage: learn/lock-lab/cases list");
    }

    @Test
    void runsTheScenariosWithAFault() {
        assertThat(cases("run", "a4", "--fault", "kill", "--times=2")).isEqualTo(CasesCommand.AS_STATED);
        assertThat(printed())
                .contains("holder-dies", "fails: locked-out", "2 of 2")
                .hasLineCount(2);
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
    }

    @Test
    void drawsWhatEachDidOfRunsThatAreNoCrowd() {
        assertThat(cases("run", "A6", "--fault", "slow", "--diagram")).isEqualTo(CasesCommand.AS_STATED);
        assertThat(printed())
                .contains("A6/lease-too-short\n\n```mermaid\nsequenceDiagram\n  participant ann\n")
                .containsPattern("ann->>Redis: SET lock:item \\w+ NX PX");
        out.reset();
        assertAsStatedByACrowd("run", "A6/crowd", "--stock", "5", "--diagram");
        assertThat(printed()).doesNotContain("mermaid");
    }

    @Test
    void comparesByTheMedianOfSeveralRuns() {
        // So many buyers at one lock certainly meet.
        assertThat(cases("compare", "A3,A16/crowd-1", "--stock", "50", "--buyers", "20", "--times", "3"))
                .as(printed())
                .isEqualTo(CasesCommand.AS_STATED);
        assertThat(printed())
                .contains("lowest sold/s  median sold/s  highest sold/s", "A16/crowd-1", "3 of 3")
                .hasLineCount(3);
    }

    @Test
    void saysWhatIsWrong() {
        assertNotRun(cases("run", "A99"), "there is no case 'A99'; there are A1, A2");
        assertNotRun(cases("run", "A6/nothing"), "A6/nothing names no scenario; there are holder-dies (kill)");
        assertNotRun(cases("run", "A1", "--fault", "kill"), "A1 with fault kill names no scenario");
        assertNotRun(cases("compare", "A6/holder-dies"), "A6/holder-dies cannot be compared by a crowd");
    }

    @Test
    void saysThatTheServersCannotStart() {
        String cache = System.setProperty("devstack.cache", "/dev/null/nowhere");
        try {
            assertNotRun(cases("run", "A3"), "Cannot unpack redis");
        } finally {
            if (cache == null) {
                System.clearProperty("devstack.cache");
            } else {
                System.setProperty("devstack.cache", cache);
            }
        }
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
    }

    @Test
    void leavesNobodyBehindWhenAScenarioGetsStuck() {
        try (Laboratory laboratory = new Laboratory(DIRECTORY)) {
            Scenario stuck = Scenario.holds("stuck", Fault.NONE, context -> {
                context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
                context.process(1).pause();
                throw new ScenarioException("as it is written");
            });
            Case setNx = CaseCatalogue.find("A3").orElseThrow();
            Sizes sizes = new Sizes(1, 1, 2, Duration.ofSeconds(1));
            assertThatThrownBy(() -> laboratory.run(setNx, stuck, sizes, RunListener.NOBODY))
                    .hasMessage("as it is written");
        }
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
    }
}
