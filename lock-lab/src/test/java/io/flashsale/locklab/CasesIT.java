package io.flashsale.locklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.Report;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.scenario.Sizes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each scenario of each case, on real processes and servers: right where it should be, failing where it must, each time.
 */
class CasesIT {

    private static final int REPETITIONS = Integer.getInteger("lock-lab.repetitions", 2);
    private static final Sizes SIZES = new Sizes(100, 20, 2, Duration.ofSeconds(20));

    private static Laboratory laboratory;

    @BeforeAll
    static void open() {
        laboratory =
                new Laboratory(Path.of("target/lab-" + ProcessHandle.current().pid()));
    }

    @AfterAll
    static void close() {
        laboratory.close();
    }

    static Stream<Arguments> scenarios() {
        return scenarios(scenario -> true);
    }

    /** Whose steps are laid down; a crowd is many repetitions by itself. */
    static Stream<Arguments> scenariosWithoutACrowd() {
        return scenarios(scenario -> !scenario.takesSizes());
    }

    private static Stream<Arguments> scenarios(Predicate<Scenario> wanted) {
        return Catalogue.all().stream()
                .flatMap(each -> each.scenarios().stream()
                        .filter(wanted)
                        .map(scenario -> Arguments.of(each.id() + "/" + scenario.id(), each, scenario)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void endsAsTheCaseStates(String name, Case what, Scenario scenario) throws InterruptedException {
        run(name, what, scenario, 1);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("scenariosWithoutACrowd")
    void endsAsTheCaseStatesEachTime(String name, Case what, Scenario scenario) throws InterruptedException {
        run(name, what, scenario, REPETITIONS);
    }

    private static void run(String name, Case what, Scenario scenario, int times) throws InterruptedException {
        for (int time = 1; time <= times; time++) {
            Report report = laboratory.run(what, scenario, SIZES, RunListener.NOBODY);
            assertThat(report.asStated())
                    .as(
                            "time %d of %s, which is to be %s %s: %s",
                            time, name, scenario.expected(), scenario.failure(), report)
                    .isTrue();
        }
    }
}
