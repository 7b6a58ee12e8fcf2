package io.flashsale.locklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.trace.Diagram.Lane;
import io.flashsale.locklab.trace.Diagram.StepView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each scenario of each case on real processes and servers: it holds or fails as expected, every time. */
class CasesIT {

    private static final int REPETITIONS = Integer.getInteger("lock-lab.repetitions", 1);
    private static final Sizes SIZES = new Sizes(100, 20, 2, Duration.ofMinutes(3));

    /** How often a crowd may come in vain: it proves nothing if no two of it meet, or if it does not end in time. */
    private static final int CROWDS = 20;

    /** A client wrongly believes that it holds a lock. That must show wherever a server can be observed. */
    private static final Set<Failure> LOST_LOCKS =
            Set.of(Failure.TWO_HOLDERS, Failure.STALE_WRITE, Failure.WRONG_RELEASE);

    @AutoClose
    private static final Laboratory LABORATORY =
            new Laboratory(Path.of("target/lab-" + ProcessHandle.current().pid()));

    /** Many buyers at once, whose steps depend on chance. */
    static Stream<Arguments> crowds() {
        return scenarios(Scenario::takesSizes);
    }

    /** Scenarios with scripted steps. */
    static Stream<Arguments> scenariosWithoutACrowd() {
        return scenarios(scenario -> !scenario.takesSizes());
    }

    private static Stream<Arguments> scenarios(Predicate<Scenario> wanted) {
        return CaseCatalogue.all().stream()
                .flatMap(each -> each.scenarios().stream()
                        .filter(wanted)
                        .map(scenario -> Arguments.of(each.id() + "/" + scenario.id(), each, scenario)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenariosWithoutACrowd")
    void endsAsTheCaseStates(String name, Case what, Scenario scenario) throws InterruptedException {
        run(name, what, scenario, 1);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("crowds")
    void endsAsTheCaseStatesWithACrowd(String name, Case what, Scenario scenario) throws InterruptedException {
        run(name, what, scenario, 1);
    }

    @Tag("weekly")
    @ParameterizedTest(name = "{0}")
    @MethodSource("scenariosWithoutACrowd")
    void endsAsTheCaseStatesEachTime(String name, Case what, Scenario scenario) throws InterruptedException {
        run(name, what, scenario, REPETITIONS);
    }

    private static boolean isLost(@Nullable Failure failure) {
        return failure != null && LOST_LOCKS.contains(failure);
    }

    private static void run(String name, Case what, Scenario scenario, int times) throws InterruptedException {
        for (int time = 1; time <= times; time++) {
            RunReport report = play(what, scenario);
            if (report.asStated() || !MoreTime.helps(what, scenario)) {
                check(name, what, scenario, report);
            } else {
                Scenario slower = MoreTime.given(scenario);
                for (int again = 1; again <= MoreTime.RUNS; again++) {
                    check(name, what, slower, play(what, slower));
                }
            }
        }
    }

    private static RunReport play(Case what, Scenario scenario) throws InterruptedException {
        RunReport report = LABORATORY.run(what, scenario, SIZES, RunListener.NOBODY);
        for (int run = 1; scenario.takesSizes() && run < CROWDS && isOpen(report); run++) {
            report = LABORATORY.run(what, scenario, SIZES, RunListener.NOBODY);
        }
        return report;
    }

    private static boolean isOpen(RunReport report) {
        return report.verdict() == Verdict.INCONCLUSIVE && !report.asStated();
    }

    private static void check(String name, Case what, Scenario scenario, RunReport report) {
        assertThat(report.asStated())
                .as("%s, which is to be %s %s: %s", name, scenario.expected(), scenario.failure(), report)
                .isTrue();
        assertThat(report.diagram().steps()).as("the diagram of %s", name).isNotEmpty();
        assertThat(report.diagram().lanes()).extracting(Lane::kind).contains("client");
        if (what.kind() == Kind.LOCK && !what.id().equals("A2") && isLost(scenario.failure())) {
            assertThat(report.diagram().steps())
                    .as("what clients believe and what servers hold, in %s", name)
                    .extracting(StepView::kind)
                    .contains("parted");
        }
    }
}
